"""Tools made here over HTTP."""
