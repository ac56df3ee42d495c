"""The verifier, held against bundles that a small writer of its own makes."""
