"""Answer checks: compare an answer with the calls of its run, and mark sentences that no call supports."""

from aule.kernel.agents.answer_checks.check import unsupported
from aule.kernel.agents.answer_checks.deed import Deed
from aule.kernel.agents.answer_checks.vocabulary import Vocabulary

__all__ = ["Deed", "Vocabulary", "unsupported"]
