"""Providers and models: which there are, what they offer, and which is connected."""
