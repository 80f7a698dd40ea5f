"""Taking a company out: exactly as it came in, page by page, and as tables for spreadsheets."""
