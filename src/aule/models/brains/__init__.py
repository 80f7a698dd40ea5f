"""Tiers 1 and 2: models in a conversation, what is hidden from them, and how they are tried out."""
