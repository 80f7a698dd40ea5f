"""Answer checks: compare an answer with the calls of its run, and mark sentences that no call supports."""

from aule.kernel.agents.claims.check import unsupported
from aule.kernel.agents.claims.deed import Deed
from aule.kernel.agents.claims.vocabulary import Vocabulary

__all__ = ["Deed", "Vocabulary", "unsupported"]
