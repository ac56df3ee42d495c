"""Kinds of parameters that several commands take; what cannot be meant is a usage error before anything is done."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import Any, Final

import click

from bundler.config.model import REPOSITORY as _PATTERN


class _Path(click.Path):
    """A path of the user; whether it is there and can be read is told by whoever reads it, with its own exit code."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Refuse an empty text: as a path it would be the working folder."""
        if value == "":
            self.fail("An empty text is no path.", param, ctx)
        return super().convert(value, param, ctx)


class _Word(click.types.StringParamType):
    """A text that names something, so that it is not empty."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Refuse an empty text."""
        if value == "":
            self.fail("An empty text names nothing.", param, ctx)
        return value


class _Repository(click.types.StringParamType):
    """Where issues are filed."""

    name = "repository"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Refuse what `gh` would not take either."""
        if not re.fullmatch(_PATTERN, value):
            self.fail("OWNER/NAME or HOST/OWNER/NAME is wanted.", param, ctx)
        return value


class _Seconds(click.FloatRange):
    """A time limit: neither none at all nor without end."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Refuse infinity and what is no number."""
        found = super().convert(value, param, ctx)
        if not math.isfinite(found):
            self.fail("A number of seconds is wanted.", param, ctx)
        return found


PATH: Final = _Path(path_type=Path, readable=False)
PATH_OR_DASH: Final = _Path(path_type=Path, readable=False, allow_dash=True)
WORD: Final = _Word()
REPOSITORY: Final = _Repository()
SECONDS: Final = _Seconds(min=1, max=1e9)
