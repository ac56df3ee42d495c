"""Detection rules: one file per family, one line per rule in the registry."""
