"""A plan as the engine drives it: its graph, what its steps are told, how it stands."""
