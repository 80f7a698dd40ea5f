"""The sample school: two classes to look around in, removed again in one click."""
