"""Patches of several files: read in the forms people and models write, fitted, and carried out."""
