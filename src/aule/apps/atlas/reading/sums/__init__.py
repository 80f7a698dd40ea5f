"""What key results come to together."""
