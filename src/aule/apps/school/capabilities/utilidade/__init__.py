"""UTILIDADE: files in and out, and where data come from."""
