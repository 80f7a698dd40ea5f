"""What agents and people do with tools made here."""
