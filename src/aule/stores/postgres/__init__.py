"""The store in a Postgres database that many processes share."""
