"""Laws of the diagnosis: phases, rows, fingerprints."""
