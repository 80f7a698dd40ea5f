"""A reading list: books to read, kept in a table, with every door an app can have."""
