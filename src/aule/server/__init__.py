"""The HTTP door: everything the kernel can do, over a socket that trusts nobody by default."""
