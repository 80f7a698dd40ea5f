"""What skills can do: accepted and removed by the owner, read and run by agents."""
