"""Web access: the guarded client through which every page and every search passes."""
