"""Values: what a sentence holds that is typed: days, hours, numbers, names, paths, each found with its place."""
