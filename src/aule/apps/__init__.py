"""The built-in apps: one folder each, with no other door than the sdk."""
