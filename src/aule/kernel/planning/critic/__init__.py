"""The critic: finds what is wrong with a plan, by rules and by a model whose findings need evidence."""
