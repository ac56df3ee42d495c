"""What the machine is, without its name: operating system, architecture, C library, size, container or not."""

from __future__ import annotations

import os
import platform
from pathlib import Path
from typing import Any

from bundler.machine.surroundings import read_text


def platform_facts() -> dict[str, Any]:
    """Return the facts; unknown ones are ``None``. The host's name is never among them."""
    return {
        "system": platform.system() or None,
        "distribution": _distribution(),
        "release": platform.release() or None,
        "machine": platform.machine() or None,
        "c_library": " ".join(part for part in platform.libc_ver() if part) or None,
        "processors": os.cpu_count(),
        "memory_bytes": _memory(),
        "container": _container(),
        "subsystem": "WSL" if "microsoft" in platform.release().lower() else None,
    }


def _distribution() -> str | None:
    try:
        return platform.freedesktop_os_release().get("PRETTY_NAME")
    except OSError:
        mac = platform.mac_ver()[0]
        return f"macOS {mac}" if mac else None


def _memory() -> int | None:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError, AttributeError):
        return None


def _container() -> str | None:
    if Path("/.dockerenv").exists():
        return "docker"
    if Path("/run/.containerenv").exists():
        return "podman"
    return "kubernetes" if "kubepods" in read_text(Path("/proc/1/cgroup")) else None
