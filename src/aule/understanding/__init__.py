"""Understanding: what can be told of somebody's words before anything is done. Pure functions over text and data."""
