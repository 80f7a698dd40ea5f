"""One module per reference page: each reads the code and gives Markdown."""
