"""Models: which ones there are, what they can do, and the three kinds of brain that use them."""
