"""The parts of the school's own HTTP contract: how its routes tell what is wrong."""
