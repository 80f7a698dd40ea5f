"""What School Power can do, one room for each kind of doing."""
