"""Every way in which a run directory may be laid out, read into the same values."""
