"""`aule new` and `aule app`."""
