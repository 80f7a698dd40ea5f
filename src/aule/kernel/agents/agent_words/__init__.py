"""Words about agents: requests to make, change, show, copy or delete one are understood where no full model answers."""
