"""What agents and people can do with a company, one module for each noun."""
