"""The wire of School Power: its Portuguese words over the kernel's plans and runs."""
