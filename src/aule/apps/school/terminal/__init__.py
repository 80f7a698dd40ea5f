"""The commands of School Power: `aule school`."""
