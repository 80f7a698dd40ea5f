"""Commands that apps bring."""
