"""``make docs``: writes every generated page and schema below docs/."""

from __future__ import annotations

import runpy
from pathlib import Path

FOLDER = Path(__file__).parent


def main() -> None:
    """Run every ``generate_*.py`` beside this file."""
    for script in sorted(FOLDER.glob("generate_*.py")):
        runpy.run_path(str(script), run_name="__main__")
        print(script.name)


if __name__ == "__main__":
    main()
