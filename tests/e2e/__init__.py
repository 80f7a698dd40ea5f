"""Tests of the whole product in a real browser; a package, so that they can share one."""
