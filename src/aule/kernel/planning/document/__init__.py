"""Plan documents: reads, repairs and writes plan files of every form."""
