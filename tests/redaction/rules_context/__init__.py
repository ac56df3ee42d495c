"""Context rules, key names and hosts."""
