"""Memory: three layers of items, with origin and trust."""
