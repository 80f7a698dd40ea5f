"""The public test kit: scripted models, and a switch that keeps real ones out of tests."""

from aule.testing.no_models import allow_models, no_models
from aule.testing.scripted_model import ScriptedModel, call, fail, hang, say, think, wait_for

__all__ = ["ScriptedModel", "allow_models", "call", "fail", "hang", "no_models", "say", "think", "wait_for"]
