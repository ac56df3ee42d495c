"""Where templates come from: the user's own folder first, then the ones that ship with the project.

An installed wheel holds them as ``bundler/_templates``; a checkout (editable install) and an unpacked sdist hold
them as the top-level folder ``templates`` beside ``bundler``. No importable package called ``templates`` exists.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bundler.errors import NotFoundError, UnreadableError, UsageError
from bundler.machine.output import read_input

if TYPE_CHECKING:
    from jinja2 import Environment, Template

_LIMIT: Final = 1024 * 1024


def shipped_template(name: str) -> str:
    """Return the text of a template that ships with the project; raises ``FileNotFoundError`` for an unknown name."""
    package = files("bundler")
    for folder in (package / "_templates", package / ".." / "templates"):
        candidate = folder / name
        if candidate.is_file():
            return candidate.read_text(encoding="utf-8")
    raise FileNotFoundError(name)


def load_template(name: str, override: Path | None = None) -> Template:
    """Return the template ``name``, from the file ``override`` if given.

    Raises ``UsageError`` if the user's own template cannot be read or is not a template; its text is not quoted.
    """
    from jinja2 import TemplateError  # noqa: PLC0415 - heavy, and needed for a body alone

    if override is None:
        return _compiled(shipped_template(name))
    try:
        return _compiled(read_input(override, _LIMIT).decode("utf-8"))
    except (NotFoundError, UnreadableError, UnicodeDecodeError):
        raise UsageError(f"The template {override} cannot be read as UTF-8 text.") from None
    except TemplateError as error:
        line = getattr(error, "lineno", None)
        raise UsageError(f"The template {override} is not a valid Jinja template (line {line}).") from None


def load_page(name: str) -> Template:
    """Return the HTML template ``name``; what is put into it is escaped unless it says that it is HTML."""
    return _compiled(shipped_template(name), autoescape=True)


@cache
def _compiled(text: str, *, autoescape: bool = False) -> Template:
    """Return a compiled template; the body is rendered twice, inside the bundle and beside it."""
    return _environment(autoescape=autoescape).from_string(text)


def _environment(*, autoescape: bool = False) -> Environment:
    from jinja2 import StrictUndefined  # noqa: PLC0415
    from jinja2.sandbox import ImmutableSandboxedEnvironment  # noqa: PLC0415

    # The body is Markdown, not HTML: values are made safe by bundler.render.markdown before they get here.
    return ImmutableSandboxedEnvironment(
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=autoescape,
    )
