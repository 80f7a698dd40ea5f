"""Sessions with a resident agent, and what is kept of them."""
