"""WebAssembly that strangers wrote: compiled and run in limited children, one child for each module."""
