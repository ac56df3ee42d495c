"""Laws of the collection."""
