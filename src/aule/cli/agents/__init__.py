"""Commands for resident agents, and a session with one on the terminal."""
