"""Files that agents are written in: read as data that may narrow and never widen, and written without loss."""
