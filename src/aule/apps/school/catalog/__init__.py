"""The catalogue of kinds of activities (SP-6)."""
