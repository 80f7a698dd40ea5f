"""Exact generators: questions whose answers are worked out, not guessed, and so need no model at all."""
