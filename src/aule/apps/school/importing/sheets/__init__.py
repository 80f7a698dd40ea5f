"""Sheets of teachers: bytes as rows, and which column is what."""
