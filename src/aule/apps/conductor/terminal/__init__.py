"""The commands of Conductor: `aule agent` and `aule conductor`."""
