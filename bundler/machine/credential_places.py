"""Where the credential files of the tools lie that an agent evaluation uses: each by its tool's own documentation."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bundler.machine.known import from_text
from bundler.machine.surroundings import Surroundings
from redaction import KnownValue
from redaction.findings import Kind

_SHORTEST_TOKEN: Final = 12


@dataclass(frozen=True, slots=True)
class Files:
    """A source made of files: ``variables`` name files or folders (with ``inner`` below them), ``home`` patterns.

    ``folders`` are patterns below the working folders.
    """

    source: str
    variables: tuple[tuple[str, str], ...] = ()
    home: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    whole: bool = False

    def __call__(self, around: Surroundings) -> Iterator[KnownValue]:
        """Yield what the files hold; with ``whole`` a file of one word is a token itself."""
        for path in dict.fromkeys(self._paths(around)):
            text = around.read(path)
            source = f"file:{self.source}"
            if self.whole and len(text.split()) == 1 and len(text.strip()) >= _SHORTEST_TOKEN:
                yield KnownValue(text.strip(), Kind.SECRET, f"{self.source}-token", source)
            yield from from_text(text, source, suffix=path.suffix, credentials=True)

    def _paths(self, around: Surroundings) -> Iterator[Path]:
        for variable, inner in self.variables:
            for part in around.variables.get(variable, "").split(os.pathsep):
                if part:
                    yield Path(part, inner) if inner else Path(part)
        for pattern in self.home:
            yield from around.matching(around.home, pattern)
        for pattern in self.folders:
            for folder in around.folders:
                yield from around.matching(folder, pattern)


PLACES: Final[tuple[Files, ...]] = (
    Files(
        "docker",
        variables=(
            ("DOCKER_CONFIG", "config.json"),
            ("REGISTRY_AUTH_FILE", ""),
            ("XDG_RUNTIME_DIR", "containers/auth.json"),
        ),
        home=(".docker/config.json", ".dockercfg", ".config/containers/auth.json"),
    ),
    Files(
        "aws",
        variables=(("AWS_SHARED_CREDENTIALS_FILE", ""), ("AWS_CONFIG_FILE", "")),
        home=(".aws/credentials", ".aws/config", ".aws/sso/cache/*.json", ".aws/cli/cache/*.json"),
    ),
    Files(
        "azure",
        variables=(("AZURE_CONFIG_DIR", "msal_token_cache.json"),),
        home=(".azure/msal_token_cache.json", ".azure/accessTokens.json", ".azure/service_principal_entries.json"),
    ),
    Files(
        "huggingface",
        variables=(("HF_TOKEN_PATH", ""), ("HF_HOME", "token"), ("HF_HOME", "stored_tokens")),
        home=(".cache/huggingface/token", ".cache/huggingface/stored_tokens", ".huggingface/token"),
        whole=True,
    ),
    Files("modal", variables=(("MODAL_CONFIG_PATH", ""),), home=(".modal.toml",)),
    Files(
        "daytona",
        home=(".config/daytona/config.json", ".daytona/config.json", "Library/Application Support/daytona/config.json"),
    ),
    Files(
        "github",
        variables=(("GH_CONFIG_DIR", "hosts.yml"),),
        home=(
            ".config/gh/hosts.yml",
            ".config/hub",
            ".config/glab-cli/config.yml",
            "AppData/Roaming/GitHub CLI/hosts.yml",
        ),
    ),
    Files("kubernetes", variables=(("KUBECONFIG", ""),), home=(".kube/config",)),
    Files(
        "google",
        variables=(
            ("GOOGLE_APPLICATION_CREDENTIALS", ""),
            ("CLOUDSDK_CONFIG", "application_default_credentials.json"),
        ),
        home=(
            ".config/gcloud/application_default_credentials.json",
            ".config/gcloud/legacy_credentials/*/adc.json",
            "AppData/Roaming/gcloud/application_default_credentials.json",
        ),
    ),
    Files(
        "package-indexes",
        variables=(
            ("PIP_CONFIG_FILE", ""),
            ("VIRTUAL_ENV", "pip.conf"),
            ("NPM_CONFIG_USERCONFIG", ""),
            ("UV_CONFIG_FILE", ""),
        ),
        home=(
            ".pip/pip.conf",
            ".config/pip/pip.conf",
            "Library/Application Support/pip/pip.conf",
            "AppData/Roaming/pip/pip.ini",
            ".config/uv/uv.toml",
            ".config/pypoetry/*.toml",
            ".pypirc",
            ".npmrc",
            ".yarnrc.yml",
            ".condarc",
            ".cargo/credentials*",
        ),
        folders=(".npmrc", ".yarnrc.yml", "pip.conf", "uv.toml"),
    ),
    Files(
        "agents",
        variables=(("CODEX_HOME", "auth.json"), ("CLAUDE_CONFIG_DIR", ".credentials.json")),
        home=(
            ".codex/auth.json",
            ".claude/.credentials.json",
            ".claude/settings*.json",
            ".claude.json",
            ".gemini/oauth_creds.json",
            ".gemini/.env",
            ".local/share/opencode/auth.json",
            ".openhands/*.json",
            ".openclaw/*.json",
            ".config/mini-swe-agent/.env",
            ".e2b/config.json",
            ".kaggle/kaggle.json",
            ".config/wandb/settings",
        ),
    ),
    Files(
        "services",
        home=(
            ".vault-token",
            ".terraform.d/credentials.tfrc.json",
            ".terraformrc",
            ".databrickscfg",
            ".my.cnf",
            ".config/rclone/rclone.conf",
            ".s3cfg",
            ".boto",
        ),
        whole=True,
    ),
)
