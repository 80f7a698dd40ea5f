"""Words of people and models, and what is understood and remembered of them."""
