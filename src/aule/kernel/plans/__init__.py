"""Plans: stored, reviewed, discussed, approved and run."""
