"""Plan documents: how any of them is read, repaired and written."""
