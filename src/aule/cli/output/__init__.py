"""What commands show, and how they ask and wait."""
