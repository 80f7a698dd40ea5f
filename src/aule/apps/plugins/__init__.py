"""Plugins: programs in WebAssembly that people add, inert until exactly they were approved."""
