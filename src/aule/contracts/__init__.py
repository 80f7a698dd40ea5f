"""The nouns of the system: frozen data, no I/O, no framework."""
