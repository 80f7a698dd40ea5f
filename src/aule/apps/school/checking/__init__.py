"""Checks of what was generated: nothing reaches a class that was not looked at by a rule (SP-4, SP-5)."""
