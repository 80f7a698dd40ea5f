"""The event log: its rows, what facts write beside them, and whether it is whole."""
