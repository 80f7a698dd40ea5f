"""Bringing a company in: files of any size read row by row, planned, shown, written and checked."""
