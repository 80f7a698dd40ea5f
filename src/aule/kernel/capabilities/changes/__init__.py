"""The change log: files, rows and documents that change, and how that is taken back."""
