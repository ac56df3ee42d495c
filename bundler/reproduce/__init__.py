"""The maintainer's side: look into a bundle, reproduce or replay its failure, compare and group bundles.

Bundles are untrusted. They are read through ``bundler.verify.interface`` alone, nothing of them is executed, and what
they say reaches a shell, a configuration file or a terminal only as quoted data.
"""
