"""Studio: agents that people make, with rules that are checked."""
