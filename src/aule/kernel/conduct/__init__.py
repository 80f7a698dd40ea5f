"""Conduct: the guidelines and interrupts of agents, as pure rules about calls and answers. They only narrow."""
