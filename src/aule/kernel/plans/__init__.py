"""Plans at work: kept, reviewed, talked about, approved, run."""
