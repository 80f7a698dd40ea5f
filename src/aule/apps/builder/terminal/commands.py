"""Commands of the builder."""
