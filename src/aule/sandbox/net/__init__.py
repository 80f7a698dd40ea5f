"""Reaching the web: the one guarded client, through which every page and every search passes."""
