"""Models on this machine: embedded language models, and the encoder of sentences."""
