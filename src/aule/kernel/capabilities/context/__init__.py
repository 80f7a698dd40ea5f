"""The context of a call: everything a capability may use while it runs."""
