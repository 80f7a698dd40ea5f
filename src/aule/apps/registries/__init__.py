"""Package registries: which of them commands of a project may reach, name by name."""
