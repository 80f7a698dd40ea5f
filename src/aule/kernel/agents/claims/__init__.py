"""Claims: an answer is held against what happened, and what no call of the run supports is marked."""

from aule.kernel.agents.claims.check import unsupported
from aule.kernel.agents.claims.deed import Deed
from aule.kernel.agents.claims.vocabulary import Vocabulary

__all__ = ["Deed", "Vocabulary", "unsupported"]
