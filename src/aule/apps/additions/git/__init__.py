"""Git addresses as sources: one commit is asked for over HTTPS, and its files are taken out of what comes."""
