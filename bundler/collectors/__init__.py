"""Collect: one module per row of the evidence table; ``collect`` joins them."""
