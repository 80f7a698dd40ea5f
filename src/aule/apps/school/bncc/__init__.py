"""The national curriculum (BNCC), read from the package `bncc`; nothing of it is kept a second time."""
