"""The words that every bundle says itself: a secret that is one of them cannot be told from them.

Such a value is removed where its place gives it away, under a sensitive name say, and nowhere else; standing anywhere else it
proves no leak. The words are data that the redactor and the verifier share, as they share the rules.
"""

from __future__ import annotations

import re
from typing import Final

_WORDS: Final = frozenset(
    """
    absent access advice advised agentcompass agentcompass-python already analysis analysis.json
    analysis_params analysis_result analysis_summary.json anything api_key api_protocol applied
    applied_recipes archive artifact artifact_limits artifacts artifacts.json attempt attempts base_url
    baseline_network_mode behind benchmark benchmark-params building bundle canaries capsule capsule.json
    category checklist checkpoint checkpoint.json checkpoint_resume collected command command.json
    command.sh common compass compass-report complete completed component concurrency config console
    console.txt consumed contents credential credentials data_dir dataset debug default detail details
    detect-secrets diagnosis diagnosis.json directory disabled enable_analysis enabled enabled_recipes
    encoding endpoint environment environment.json error errors evaluation evaluation_environment_mode
    evaluation_network_mode events evidence excerpt execution existing exists failed failing failures
    final_answer fingerprint finished finished_at formats generation git-credentials harness harvest
    host_process included information interpreter issue issue.md keep_environment known known-value layout
    listed log.txt log_file machine manifest manifest.json max_files max_retries measured members metric
    metrics metrics.json minimal missing model models network nothing number omissions openai-chat operating
    outcomes outline output output_dir parameters params params.json partial passes path-role pending people
    phase placeholders preparation processing progress progress.jsonl prompt protocol provider providers
    public python reason recipe recipe_dirs recipes reconstructed record records redacted redaction
    redactions redactor removed repair replaced report reproduce reproduces reproduction reproduction.json
    request rerun resolved resources resources.json result result.json results results_dir retries
    retries.jsonl retry retry_count reuse reused revision rules rules_version run.log run_id run_info
    run_info.json run_name runtime sample_ids sandbox schema secret secrets served service settings setup
    shapes source started started_at status steps strategy summary survived system task task-data task.json
    task_concurrency task_data task_directory task_id task_state tasks through timeout_seconds title total
    trace traceback tracebacks tracebacks.txt trajectory truncated unknown unreadable updated url-host value
    verification verify version warnings withheld without workdir wrap_api_key written
    """.split()  # noqa: SIM905 - a list of words reads best as words
)
_MADE: Final = re.compile(
    r"(?:evidence/)?attempt-\d{1,6}(?:\.json)?|compass-report\.[a-z-]{1,30}\.v\d{1,3}"
    r"|(?:redacted|withheld)-[a-z-]{1,60}-\d{1,9}|(?:user|machine|home|subdomain|private-host)-\d{1,9}(?:\.invalid)?"
)


def is_own_word(value: str) -> bool:
    """Say whether a value is a word, a member's name or a placeholder of every bundle, in any case."""
    word = value.strip().casefold().removeprefix("evidence/")
    return word in _WORDS or _MADE.fullmatch(word) is not None
