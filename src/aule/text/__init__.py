"""Text as people and files have it: compared, told apart, decoded and shown without deceit. Pure."""
