"""The redaction stage, from evidence to what may leave."""
