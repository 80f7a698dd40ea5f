"""Exact questions of mathematics, one module for each topic."""
