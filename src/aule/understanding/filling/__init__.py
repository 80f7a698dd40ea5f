"""Filling: the parameters of a call, taken from the words of a sentence."""
