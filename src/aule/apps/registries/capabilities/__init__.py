"""What registries let agents and the owner do."""
