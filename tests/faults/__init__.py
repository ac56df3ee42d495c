"""The real command when the machine fails it."""
