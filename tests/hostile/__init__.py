"""The real command against hostile runs."""
