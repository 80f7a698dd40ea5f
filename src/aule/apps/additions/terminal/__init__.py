"""`aule catalogue`: what can be added, added and removed from the command line."""
