"""The laws of the redaction engine."""
