"""Resident agents as files: manifests, personas, and how they are made, checked and exchanged."""
