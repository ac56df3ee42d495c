"""Data that ships with the redactor: plain text, read through its loader."""
