"""Tools made here: small Python with its own tests, run in a sandbox, versioned and revocable."""
