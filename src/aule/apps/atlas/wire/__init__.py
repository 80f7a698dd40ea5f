"""The wire of Atlas: what Strategy HUB's own tools send and expect, on the actions of the app."""
