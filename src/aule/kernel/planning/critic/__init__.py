"""The critic: what is wrong with a plan, found by rules and, bound to evidence, by a model."""
