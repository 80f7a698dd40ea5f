"""The gate: who may call what, what needs approval first, and what may be sent out."""
