"""What the maintainer does with a bundle."""
