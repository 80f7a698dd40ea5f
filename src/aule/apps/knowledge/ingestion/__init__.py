"""Ingestion: how originals become documents that can be searched, in runs that survive a crash."""
