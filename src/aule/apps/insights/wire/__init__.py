"""The addresses of insights: traces and metrics."""
