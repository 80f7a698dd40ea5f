"""Evaluations: questions with expectations, tried on agents, drafts, models and prompts without any effect."""
