"""Citations: the marks of an answer, each held against the passage it names."""

from aule.kernel.agents.citations.check import check_citations
from aule.kernel.agents.citations.sentence import CitedSentence, cited_sentences, marks_in

__all__ = ["CitedSentence", "check_citations", "cited_sentences", "marks_in"]
