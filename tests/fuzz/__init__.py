"""Random input for everything that reads what others wrote: ``python -m tests.fuzz``."""
