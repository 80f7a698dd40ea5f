"""What evaluations let people and agents do."""
