"""Memory: three layers, with origin and trust."""
