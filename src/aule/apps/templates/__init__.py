"""Templates: workflows to begin with, each a file with parameters that anybody can add."""
