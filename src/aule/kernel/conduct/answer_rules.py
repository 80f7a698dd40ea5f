"""Rules about answers: which guidelines of an agent an answer breaks. Pure functions."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from aule.contracts.access.guidelines import (
    AnswerRule,
    CiteRule,
    Guideline,
    LanguageRule,
    LengthRule,
    MentionRule,
    OmitRule,
)
from aule.models.builtin.language import looks_english, looks_portuguese
from aule.text.words import fold

_CODE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]*`", re.DOTALL)
_ANSWER_RULES = (LanguageRule, LengthRule, MentionRule, OmitRule, CiteRule)


def answer_rules(guidelines: Sequence[Guideline], asked: str) -> list[AnswerRule]:
    """Return the guidelines that hold for the answer to a question."""
    return [each for each in guidelines if isinstance(each, _ANSWER_RULES) and _contains(asked, each.asked)]


def broken_rules(rules: Sequence[AnswerRule], answer: str, *, cites: bool) -> list[AnswerRule]:
    """Return the rules that an answer breaks; `cites` tells whether it cites a passage of a document."""
    return [rule for rule in rules if not _keeps(rule, answer, cites=cites)]


def _keeps(rule: AnswerRule, answer: str, *, cites: bool) -> bool:
    match rule:
        case LanguageRule(language="en"):
            return not looks_portuguese(_CODE.sub(" ", answer))
        case LanguageRule():
            return not looks_english(_CODE.sub(" ", answer))
        case LengthRule(words=most):
            return len(answer.split()) <= most
        case MentionRule(text=text):
            return _contains(answer, text)
        case OmitRule(text=text):
            return not _contains(answer, text)
        case CiteRule():
            return cites


def _contains(text: str, phrase: str) -> bool:
    """Tell whether a text contains a phrase as whole words; invisible characters, case and accents do not count."""
    wanted = _plain(phrase)
    return not wanted or re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", _plain(text)) is not None


def _plain(text: str) -> str:
    visible = "".join(each for each in unicodedata.normalize("NFKC", text) if unicodedata.category(each) != "Cf")
    return " ".join(fold(visible).split())
