"""The one gate: who may call what, what is asked of a person first, and what may not go out."""
