"""Rows of a company: what they hold, how they are kept, and which one is meant."""
