"""Reading the configuration file: TOML in the user's configuration folder, or the file that ``--config`` names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from bundler.config.model import Config
from bundler.errors import UsageError
from bundler.machine.environment import configuration_folder

_FILE: Final = "config.toml"
_LIMIT: Final = 1024 * 1024
_LINE: Final = re.compile(r"line (\d+)")

# What pydantic finds, by its names for it, in our words; a value is never quoted.
_WRONG: Final = {
    "extra_forbidden": "there is no such setting",
    "string_type": "a text is wanted",
    "path_type": "a path is wanted",
    "tuple_type": "a list is wanted",
    "dict_type": "a table is wanted",
    "model_type": "a table is wanted",
    "int_type": "a whole number is wanted",
    "int_parsing": "a whole number is wanted",
    "int_from_float": "a whole number is wanted",
    "int_parsing_size": "the number is too large",
    "greater_than_equal": "{limits} are allowed",
    "less_than_equal": "{limits} are allowed",
    "string_pattern_mismatch": "OWNER/NAME or HOST/OWNER/NAME is wanted",
    "value_error": "a term needs at least 3 characters",
}
_LIMITS: Final = {"keep_map_days": "1 to 3650 days"}

DEFAULT: Final = """\
# compass-report's configuration. Everything here is optional.

# Domains that are yours: they and all hosts below them are replaced, even if they are on the public list.
# private_domains = ["corp.example"]

# Hosts that may be shown besides the shipped list of public services.
# public_hosts = ["status.example.org"]

# Words of your own that must not leave: project names, customers. Longer lists: one literal per line in a file.
# terms = ["project-name"]
# terms_file = "terms.txt"

# Where bundles go, and where issues are filed.
# output_dir = "reports"
# repository = "owner/name"

# A Jinja template of your own for the issue body.
# template = "issue.md.j2"

# Sources of known secrets on this machine that are not to be read; `compass-report config show` lists them.
# harvest_without = ["netrc"]

# How long `--keep-map` keeps the map from placeholders to values.
# keep_map_days = 30

# The repository's issue form: its file, and which of its fields take which of our short texts.
# [issue_form]
# template = "bug.yml"
# fields = { version = "revision", summary = "summary" }
"""


def config_path() -> Path:
    """Return where the configuration file is looked for."""
    return configuration_folder() / _FILE


def render_default() -> str:
    """Return the text of a new configuration file: every setting, explained and commented out."""
    return DEFAULT


def load_config(path: Path | None = None) -> Config:
    """Return the configuration; without ``path`` a missing file is an empty one.

    Raises ``UsageError`` with the line, never with a value, if the file cannot be read or is not valid.
    """
    file = path or config_path()
    if path is None and not file.is_file():
        return Config()
    return _with_terms(_checked(_text(file), file))


def _checked(text: str, file: Path) -> Config:
    """Return the settings of a file's text; most users have no file, and do not wait for what checks it."""
    import tomllib  # noqa: PLC0415

    from pydantic import ValidationError  # noqa: PLC0415

    from bundler.config.file_model import ConfigFile  # noqa: PLC0415

    try:
        return ConfigFile.model_validate(tomllib.loads(text)).settings(file.parent)
    except tomllib.TOMLDecodeError as error:
        line = _LINE.search(str(error))
        raise UsageError(f"{file}{f':{line.group(1)}' if line else ''} is not valid TOML.") from None
    except RecursionError:
        raise UsageError(f"{file} is not valid: it is nested too deeply.") from None
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False, include_context=False)[0]
        where = f"{file}:{_line_of(text, first['loc'])}: {_name(first['loc'])}"
        told = _WRONG.get(first["type"], "its value is not valid")
        raise UsageError(f"{where}: {told.format(limits=_LIMITS.get(_name(first['loc']), ''))}.") from None
    except ValueError:
        # A number of more digits than Python converts, say.
        raise UsageError(f"{file} is not valid: it holds a value that cannot be read.") from None


def _text(file: Path) -> str:
    try:
        if file.exists() and not file.is_file():
            # A pipe would be waited for without end.
            raise UsageError(f"The configuration file {file} is not a regular file.")
        with file.open("rb") as handle:
            data = handle.read(_LIMIT + 1)
        if len(data) > _LIMIT:
            raise UsageError(f"The configuration file {file} is larger than {_LIMIT} bytes.")
        return data.decode("utf-8")
    except FileNotFoundError:
        raise UsageError(
            f"There is no configuration file {file}.", hint="`compass-report config init` makes one."
        ) from None
    except (OSError, UnicodeDecodeError):
        raise UsageError(f"The configuration file {file} cannot be read as UTF-8 text.") from None


def _with_terms(config: Config) -> Config:
    """Return the settings with the literals of ``terms_file``."""
    if config.terms_file is None:
        return config
    return replace(config, terms=(*config.terms, *_literals(config.terms_file)))


def _literals(file: Path) -> tuple[str, ...]:
    return tuple(line for raw in _text(file).splitlines() if (line := raw.strip()) and not line.startswith("#"))


def _name(location: Sequence[int | str]) -> str:
    return ".".join(str(part) for part in location)


def _line_of(text: str, location: Sequence[int | str]) -> int:
    """Return the line of the innermost key that ``location`` names, 1 if it cannot be told."""
    keys = [str(part) for part in location if isinstance(part, str)]
    for key in reversed(keys):
        for number, line in enumerate(text.splitlines(), 1):
            if re.match(rf"\s*\[?\[?\"?{re.escape(key)}\"?\s*(?:=|\])", line):
                return number
    return 1
