"""The builder on the command line."""
