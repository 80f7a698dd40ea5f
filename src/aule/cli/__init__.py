"""The command line: one file per noun, all of it speaking the HTTP API."""
