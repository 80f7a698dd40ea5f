"""Reports: what a run did, in sentences of which each can be looked up."""
