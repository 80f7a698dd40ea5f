"""Who may do what, what is asked of a person, and what was changed."""
