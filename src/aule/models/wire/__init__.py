"""Requests to model servers, and how their answers are read."""
