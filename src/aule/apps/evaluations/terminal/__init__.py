"""Evaluations on the command line."""
