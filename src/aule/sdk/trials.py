"""What an app needs that tries agents: rules an answer is held to, schemas, and answers in JSON."""

from __future__ import annotations

from aule.kernel.conduct.answer_rules import broken_rules
from aule.kernel.engine.graphs.schemas import faults_of, problems_with

__all__ = ["broken_rules", "faults_of", "problems_with"]
