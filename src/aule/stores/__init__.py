"""The data on disk: database, settings, secrets, blobs."""
