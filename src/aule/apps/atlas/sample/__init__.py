"""A company to look around in: a small chain of bakeries, added and removed in one click."""
