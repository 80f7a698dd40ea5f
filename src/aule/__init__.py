"""auleOS: a desktop where agents are apps."""

__version__ = "0.2.0"
