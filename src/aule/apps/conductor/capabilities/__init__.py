"""What Conductor does by talking: agents looked at, made, and set to work."""
