"""Planning: what a plan says, how it is read, changed, reviewed and shown. Pure rules; no files, no store."""
