"""The catalogue: what can be added to the system, what is here, and the sources the owner has for more."""
