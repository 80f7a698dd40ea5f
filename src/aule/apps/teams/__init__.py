"""Teams: agents that work together, with a router, handoffs, a reviewer and a brief they share."""
