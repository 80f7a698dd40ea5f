"""Documents to hand out and to keep: activities, tests, lessons and plans as files."""
