"""Another platform as the source of a school's data: its wire, its rows, and what is written there (SP-50)."""
