"""A batch of actions: understood, planned as a whole, and shown before anything runs."""
