"""The change log: changes of files, rows and documents, and how they are undone."""
