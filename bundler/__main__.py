"""The console script and ``python -m bundler``."""

from __future__ import annotations


def main() -> None:
    """Run the command line and end the process with its exit code."""
    from bundler.cli.main import run  # noqa: PLC0415 - start-up imports only what it needs

    raise SystemExit(run())


if __name__ == "__main__":
    main()
