"""The readers of formats. All of this runs in a limited child, where a hostile file can do no harm."""
