"""The terminal as commands use it: a client of the API, a console, and how runs and changes are shown."""
