"""Evaluations over HTTP."""
