"""What the owner does with sources of the catalogue, and what agents may read of it."""
