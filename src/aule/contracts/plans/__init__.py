"""Plans, how people look at them, and recipes that make them."""
