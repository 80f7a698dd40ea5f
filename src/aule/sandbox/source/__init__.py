"""Source that somebody wrote at run time: small Python, run by an interpreter of its own inside a limited child."""
