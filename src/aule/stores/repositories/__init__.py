"""Reading and writing of what the system keeps, one module for each noun."""
