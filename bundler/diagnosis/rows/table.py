"""All 21 Common Failures rows. Order is precedence: what names its own cause comes before what only names a status."""

from __future__ import annotations

import re

from bundler.diagnosis.model import FailureClass, Phase
from bundler.diagnosis.rows.conditions import (
    cut_off_by_policy,
    cut_off_though_allowed,
    deadline,
    missing_in_image,
    quiet_but_noisy,
    rollout_timed_out,
    verifier_timed_out,
)
from bundler.diagnosis.rows.shape import USED_UP, Row, Signature

_BEFORE = frozenset({Phase.BEFORE})
_CHOICE = frozenset({Phase.BEFORE, Phase.LOAD, Phase.PLAN})
_SANDBOX = frozenset({Phase.ENVIRONMENT, Phase.EVALUATE})
_NOTHING = frozenset({Phase.NONE})
_LACKS = "The image lacks a program that the harness needs, and nothing installs it."
_HAS_IT = "Use an image that has it, or an install strategy that installs it during set-up."


def _text(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


ROWS: tuple[Row, ...] = (
    Row(
        "unused-tokens",
        "`Unused Tokens` followed by `command not found`",
        "There are spaces behind a backslash at a line end, so the shell ended the command there.",
        "Delete everything behind each backslash and run the command again.",
        FailureClass.CONFIGURATION,
        (
            Signature(phases=_BEFORE, console=re.compile(r"Unused Tokens: \[['\"][\s]{1,40}['\"]")),
            Signature(
                phases=_BEFORE,
                console=re.compile(r"Unused Tokens(?=[\s\S]{0,20000}(?:command not found|: not found))"),
            ),
        ),
    ),
    Row(
        "optional-dependency",
        "`OptionalDependencyError`",
        "An optional extra is not installed in the Python environment that runs AgentCompass.",
        "Run the uv or pip command that the error prints, in that environment; allow automatic installation only for"
        " components you trust.",
        FailureClass.CONFIGURATION,
        (
            Signature(types=frozenset({"OptionalDependencyError"})),
            Signature(phases=_BEFORE, console=re.compile(r"OptionalDependencyError|requires the AgentCompass extra")),
            Signature(
                phases=frozenset({Phase.LOAD, Phase.PLAN, Phase.ENVIRONMENT, Phase.MATERIAL, Phase.HARNESS}),
                types=frozenset({"ImportError", "ModuleNotFoundError"}),
                nearest="a package is missing, but it was reported as an import error",
                cause="A Python package that the component needs is not installed, or not in the required version.",
                next_step="Install the package and version the error names where the component runs, or choose an"
                " install strategy that installs it.",
            ),
        ),
    ),
    Row(
        "launch-reuse",
        "`launch` rejects implicit reuse for duplicate benchmark/model requests",
        "Several requests of the launch share one result folder, so the latest matching run is not one run.",
        "Give each affected request its own runtime.reuse_run_id, or switch reuse off for it.",
        FailureClass.CONFIGURATION,
        (
            Signature(
                phases=_BEFORE,
                console=_text(
                    r"implicit reuse|reuse_run_id.{0,200}(?:ambiguous|duplicate|explicit|same)"
                    r"|duplicate.{0,120}(?:reuse|result namespace|output namespace)"
                ),
            ),
        ),
    ),
    Row(
        "unexpected-rerun",
        "A completed task is unexpectedly rerun",
        "Reuse is off, or the source of the reuse is missing, marked as an error, or does not match the task.",
        "Check the run that is to be reused, the task id and category, and the name of the task's folder or file.",
        FailureClass.CONFIGURATION,
        (
            Signature(phases=_CHOICE, text=re.compile(r"Cannot reuse run_id\b")),
            Signature(phases=_BEFORE, console=re.compile(r"Cannot reuse run_id\b")),
            Signature(phases=_NOTHING, log=re.compile(r"^Reuse rejected\b")),
        ),
    ),
    Row(
        "incompatible",
        "Harness does not support the environment or protocol",
        "The chosen benchmark, harness, environment and model protocol do not fit together.",
        "Use the harness the benchmark recommends, and an environment and protocol that the harness lists.",
        FailureClass.CONFIGURATION,
        (
            Signature(
                phases=_CHOICE,
                text=_text(
                    r"\bdoes not support (?:environment|model api_protocol|a task container image|OS |resource"
                    r"|task environment variables|dynamic network)"
                    r"|network_mode=\S{1,60} (?:is|entries are|targets with ports are) not supported"
                ),
            ),
            Signature(
                phases=_BEFORE,
                console=_text(r"\bdoes not support (?:environment|model api_protocol|a task container image)"),
            ),
        ),
    ),
    Row(
        "json-or-option",
        "JSON parsing or unknown option error",
        "A JSON option is malformed or quoted wrongly, or a component's field was given where it does not exist.",
        "Check the quoting, agentcompass run --help, and the component's fields with agentcompass config docs.",
        FailureClass.CONFIGURATION,
        (
            Signature(
                phases=_BEFORE,
                console=_text(
                    r"unknown option|Unused Tokens|must be a (?:valid )?JSON|Invalid JSON|JSONDecodeError"
                    r"|Config\.__init__\(\) got an unexpected keyword argument|unknown (?:config )?field"
                    r"|has unknown parameters?\b|unexpected field|Extra inputs are not permitted"
                ),
            ),
        ),
    ),
    Row(
        "generic-sandbox",
        "Generic Daytona or Modal sandbox cannot run the benchmark",
        "The benchmark needs a prepared task image, snapshot or workspace, and the generic sandbox has none.",
        "Let a compatible recipe choose it, or name an image or snapshot on purpose for a custom run.",
        FailureClass.CONFIGURATION,
        (
            Signature(
                phases=_SANDBOX,
                text=_text(r"with the generic \w{1,40} sandbox|requires (?:a )?prebaked"),
            ),
        ),
    ),
    Row(
        "docker-permission",
        "Docker daemon permission denied",
        "This user may not use the Docker daemon's socket.",
        "Start Docker, give the user access to it, or use the provider's use_sudo_docker option where that is right.",
        FailureClass.PROVIDER,
        (
            Signature(
                phases=_SANDBOX,
                text=_text(
                    r"permission denied while trying to connect to the docker|docker\.sock.{0,80}permission denied"
                ),
            ),
            Signature(
                phases=_SANDBOX,
                text=_text(r"sudo: a (?:terminal|password) is required"),
                cause="The provider calls Docker through sudo, and sudo asks for a password that nobody can type.",
                next_step="Let this user run docker by sudo without a password, or give it access to the daemon and leave"
                " out use_sudo_docker.",
            ),
            Signature(
                phases=_SANDBOX,
                text=_text(
                    r"No such file or directory: '(?:\S{0,200}/)?(?:docker|sudo)'|\bdocker: (?:command )?not found"
                ),
                nearest="there is no docker program at all; access was not refused",
                cause="The docker program is not installed, or not on the PATH of AgentCompass.",
                next_step="Install Docker's client where AgentCompass runs, and try docker version there.",
            ),
            Signature(
                phases=_SANDBOX,
                text=_text(r"cannot connect to the docker daemon"),
                nearest="the daemon does not answer at all; access was not refused",
                cause="The Docker daemon is not running, or not at the address in use.",
                next_step="Start Docker, check DOCKER_HOST, and try docker version.",
            ),
        ),
    ),
    Row(
        "image-pull",
        "Image pull or manifest error",
        "The image's name, its architecture, or the login to its registry is wrong.",
        "Log in to the registry, check that the image exists under this name, and set a platform that it has.",
        FailureClass.PROVIDER,
        (
            Signature(
                phases=_SANDBOX,
                text=_text(r"(?:docker pull failed|failed to register layer)[^\n]*no space left on device"),
                cause="The disk on which the provider keeps its images is full.",
                next_step="Free space there (for Docker: docker system df, docker system prune), and try again.",
            ),
            Signature(
                phases=frozenset({*_SANDBOX, Phase.MATERIAL, Phase.HARNESS}),
                text=_text(r"exec format error|does not provide the specified platform|no matching manifest for"),
                cause="The image is made for another processor or system than the one that is to run it.",
                next_step="Set a platform that the image has, or take an image for this machine's architecture.",
            ),
            Signature(
                phases=_SANDBOX,
                text=_text(
                    r"docker pull failed|manifest unknown|manifest for \S{1,300} not found|no matching manifest"
                    r"|pull access denied|ImagePullBackOff|ErrImagePull|failed to pull (?:the )?image"
                    r"|repository does not exist|exec format error"
                ),
            ),
        ),
    ),
    Row(
        "cost-tracking",
        "Cost tracking rejects an unknown model id",
        "The harness's price list does not know this model name.",
        "Let the harness ignore cost errors (cost_tracking ignore_errors in mini_swe_agent) if costs are not needed.",
        FailureClass.CONFIGURATION,
        (
            Signature(
                text=_text(
                    r"error calculating cost|cost_tracking|cost tracking|model isn't mapped yet"
                    r"|not registered in the (?:cost|price|model) (?:registry|database)"
                ),
            ),
        ),
    ),
    Row(
        "jina",
        "Jina Reader reports `401`, `402`, `403`, or `429`",
        "Jina rejects the credential, or its quota is used up.",
        "Check JINA_API_KEY and its quota; the log has the first fatal status at ERROR and leaves out repetitions.",
        FailureClass.CREDENTIALS,
        (
            Signature(phases=frozenset({Phase.RUN}), text=re.compile(r"Jina Reader rejected|JinaServiceError")),
            Signature(
                phases=_NOTHING,
                log=re.compile(
                    r"^fetch_page gave up on [\s\S]{1,4000}: HTTP 40[123] is not retryable$|^Jina Reader rejected"
                ),
            ),
        ),
    ),
    Row(
        "search-visit",
        "A search `visit` attempt is absent from normal console logs",
        "Single tries of Jina and of the page summary are logged at DEBUG; only the last one warns.",
        "Read the run log at DEBUG before concluding that the tool did not try again.",
        FailureClass.NONE,
        (
            Signature(
                phases=_NOTHING, log=re.compile(r"^fetch_page gave up on [\s\S]{1,4000} after \d{1,4} attempts\b")
            ),
        ),
    ),
    Row(
        "sandbox-network",
        "Model requests fail only inside the sandbox",
        "The network policy of the run does not let the sandbox reach the model endpoint.",
        "Allow the endpoint's exact host name, or run the harness outside the sandbox.",
        FailureClass.CONFIGURATION,
        (
            Signature(
                test=cut_off_though_allowed,
                cause="The sandbox could not reach the model endpoint, although its network policy allows that host.",
                next_step="Resolve and request the endpoint from inside the sandbox: a private name needs a DNS that the"
                " sandbox can ask, and the allowed name must be the one in the URL that the harness uses.",
            ),
            Signature(test=cut_off_by_policy),
            Signature(
                phases=frozenset({Phase.ENVIRONMENT}),
                text=_text(r"egress[- ](?:control|proxy)|egress network"),
                nearest="the restricted network itself could not be set up; no model request was made yet",
                cause="The provider could not set up the restricted network that the run asks for.",
                next_step="Check that the provider can create networks here, or run with a public network policy.",
            ),
        ),
    ),
    Row(
        "harness-install",
        "Harness install fails under isolation",
        "The set-up has no way to the package hosts, or the image lacks the harness.",
        "Keep the network public during set-up, allow the package hosts, or use an image that has the harness.",
        FailureClass.HARNESS,
        (
            Signature(
                phases=frozenset({Phase.HARNESS}),
                text=_text(
                    r"\binstall(?:ation)? failed\b[^\n]*(?:EACCES|permission denied|EPERM)|npm (?:error|ERR!)[^\n]*EACCES"
                ),
                nearest="the installer had no right to write; the network did not fail",
                cause="The user that installs the harness may not write to the folder it is installed to.",
                next_step="Let the set-up run as a user that may write there, set another prefix, or use an image that has"
                " the harness.",
            ),
            Signature(
                phases=frozenset({Phase.HARNESS, Phase.RUN}),
                codes=frozenset({"setup_failed", "harness_setup_failed"}),
                text=_text(
                    r"\b(?:tmux|asciinema|npm|node|git|curl|python3?|bash)\b[^\n]{0,20}: (?:command )?not found"
                    r"|executable file not found"
                ),
                nearest="a program is missing in the sandbox; nothing was installed",
                cause=_LACKS,
                next_step=_HAS_IT,
            ),
            Signature(
                phases=frozenset({Phase.HARNESS}),
                test=missing_in_image,
                cause=_LACKS,
                next_step=_HAS_IT,
            ),
            Signature(
                phases=frozenset({Phase.HARNESS}),
                text=_text(
                    r"\binstall(?:ation)? failed\b|\bfailed to install\b|\bnpm (?:error|ERR!)"
                    r"|could not (?:find a version|install packages|resolve host)"
                    r"|temporary failure (?:in name resolution|resolving)|unable to locate package"
                ),
            ),
        ),
    ),
    Row(
        "whole-run-timeout",
        "Whole run ends while tasks remain",
        "The time budget of the whole run (--timeout-seconds) was over before the tasks were.",
        "Give the run more time, or choose fewer tasks.",
        FailureClass.CONFIGURATION,
        (Signature(test=deadline),),
    ),
    Row(
        "verifier-timeout",
        "Verifier timeout after a completed rollout",
        "A time limit of the evaluation expired after the agent had finished.",
        "Change the benchmark's verifier or evaluation limit, not the limit of the harness command.",
        FailureClass.BENCHMARK,
        (Signature(test=verifier_timed_out),),
    ),
    Row(
        "agent-timeout",
        "Agent command timeout",
        "A time limit of the harness command or of the rollout expired.",
        "Make sure that the agent was still making progress, then raise the matching limit of the harness.",
        FailureClass.HARNESS,
        (Signature(test=rollout_timed_out),),
    ),
    Row(
        "endpoint-401",
        "`401` / `403` from a model endpoint",
        "The endpoint refuses the credential, or the credential may not use this model.",
        "Check MODEL_API_KEY, the base URL, access to the model, and headers that the provider wants"
        " (for a judge or an analyzer: its own model's).",
        FailureClass.CREDENTIALS,
        (Signature(statuses=frozenset({401, 403})),),
    ),
    Row(
        "endpoint-404",
        "`404` or model not found",
        "The model id or the path of the endpoint is wrong.",
        "Ask the endpoint for its models, and check whether the base URL must end in /v1.",
        FailureClass.CONFIGURATION,
        (
            Signature(statuses=frozenset({404})),
            Signature(
                statuses=frozenset({400, 422}),
                text=_text(
                    r"model_not_found|model\b.{0,120}\b(?:does not exist|not exist|not found|is not available|is not supported)"
                    r"|invalid model (?:name|id)|unknown model\b|no such model"
                ),
            ),
        ),
    ),
    Row(
        "endpoint-429",
        "`429`, throttling, or rising latency",
        "More requests or tokens per time were sent than the endpoint allows.",
        "Lower --task-concurrency and --env-open-qps; retry only the response that passes.",
        FailureClass.MODEL,
        (
            Signature(
                statuses=frozenset({429}),
                text=USED_UP,
                cause="The quota or the credit of this key is used up; lowering the rate does not bring it back.",
                next_step="Pay in or raise the quota, or use another key, and run the failed tasks again.",
            ),
            Signature(
                phases=frozenset({Phase.ANALYSIS}),
                statuses=frozenset({429}),
                next_step="Run the analysis again by itself with few tasks at once: agentcompass analysis on this run, with"
                " its own --task_concurrency.",
            ),
            Signature(statuses=frozenset({429})),
        ),
    ),
    Row(
        "noisy-console",
        "Console is noisy despite a high log level",
        "A dependency sets up its own logger before or beside AgentCompass.",
        "Keep the log file, find the logger's name, and use that integration's own switch.",
        FailureClass.NONE,
        (Signature(phases=_NOTHING, test=quiet_but_noisy),),
    ),
)
