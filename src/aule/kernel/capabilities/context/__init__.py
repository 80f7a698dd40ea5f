"""What a capability is lent while it is called."""
