"""Lists of activities, lessons, tests and plans."""
