"""Tier 0: what is understood and answered without a model."""
