"""Look-ups: capabilities that answer questions from what their app keeps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class LookUp:
    """A reading capability that answers questions nobody else understands, from what its app keeps.

    Its result says `found`: whether there is something about the question. Then `answer` is what to say without a
    model, and the passages it cites are on the result.
    """

    capability: str
    question: str
    """The parameter that takes the person's words."""
    attached: Mapping[str, str] = field(default_factory=dict[str, str])
    """The parameters that narrow it to what stands beside the words, by the kind of reference: `document`."""
    nothing: Mapping[str, str] = field(default_factory=dict[str, str])
    """What is said, by language, where it was asked besides and found nothing."""
