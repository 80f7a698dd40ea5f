"""The planning team: who hears what is wanted, drafts a plan, finds what is open, and takes in what people say."""
