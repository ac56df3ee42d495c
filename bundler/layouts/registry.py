"""Every layout there is, in the order in which they may claim a run directory."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from bundler.layouts.documented import Documented
from bundler.layouts.interface import Layout
from bundler.layouts.v2 import V2
from bundler.layouts.v3 import V3

# What lies on disk decides: folders of states are v3's alone, whatever else lies beside them.
LAYOUTS: Final[tuple[Layout, ...]] = (V3(), V2(), Documented())
_BY_NAME: Final = {layout.name: layout for layout in LAYOUTS}


def layout_of(root: Path, schema: str) -> Layout:
    """Return the layout of a run directory; one that none claims is read as v3, the one that is written today."""
    for layout in LAYOUTS:
        if layout.claims(root, schema):
            return layout
    return _BY_NAME["v3"]


def layout_named(name: str) -> Layout:
    """Return a layout by the name that a ``Run`` carries."""
    return _BY_NAME[name]
