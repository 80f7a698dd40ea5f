"""What knowledge can do."""
