"""The compiled patterns of detect-secrets 1.5.0 as rules of ours: bytes, own anchors, whole values, linear time.

Only ``RegexBasedDetector.denylist`` is taken. Left out: the key-word and entropy plug-ins, which flag most words of a
log, and the plug-in for public addresses, because hosts have rules of their own that keep the port.
"""

from __future__ import annotations
