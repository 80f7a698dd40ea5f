"""A skill as a folder of files: read safely, its front matter understood, checked, packed and compared."""
