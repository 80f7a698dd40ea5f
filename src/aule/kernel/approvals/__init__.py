"""Approvals: the one inbox of everything that waits for a person."""
