"""What apps bring to the kernel besides capabilities: tables, reads, names, views, and what they hear and propose."""
