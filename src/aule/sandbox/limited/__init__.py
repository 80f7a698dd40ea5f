"""Limited children: processes in which one of our own modules reads one hostile file, and can do nothing else."""
