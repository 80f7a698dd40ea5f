"""What happens, as facts."""
