"""What can be done with APIs: import them, look for operations, and use one."""
