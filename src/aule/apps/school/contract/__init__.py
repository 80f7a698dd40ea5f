"""The HTTP contract of SP-50 from the other side: the data here, as a program elsewhere reads and writes them."""
