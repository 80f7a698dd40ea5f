"""Documents as people have them, and questions about them."""
