"""Digests: what a whole collection says, document by document, each statement with where it stands."""
