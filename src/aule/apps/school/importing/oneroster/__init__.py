"""OneRoster 1.1 and 1.2 archives: schools, terms, subjects, classes, people, tests and marks (SP-54)."""
