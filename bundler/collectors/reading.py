"""Bytes of the run's files in chunks; the safe opener itself touches the machine and lives there."""

from __future__ import annotations

from bundler.machine.files import CHUNK, Unreadable, chunks, exists

__all__ = ["CHUNK", "Unreadable", "chunks", "exists"]
