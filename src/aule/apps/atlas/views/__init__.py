"""What is shown of a company: to people on screens and in reports, to models in their context."""
