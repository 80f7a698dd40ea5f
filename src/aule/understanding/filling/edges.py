"""Edges: the words at which names and texts begin and end, and which are none of them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from aule.understanding.alignment import compiled, whole_word
from aule.understanding.sentence import Wording
from aule.understanding.vocabulary import COMMANDS, COURTESY, DEEDS, EMPTY, ENDS, LEADS, forms, words_of

COLON = re.compile(r":(?!\d\d)(?!//)\s*")
SENTENCE_END = re.compile(r"[;\n]|[.!?](?=\s|$)")
CLAUSE_END = re.compile(rf"{SENTENCE_END.pattern}|,(?=\s)")
BEFORE_NAME = words_of("segments", "before_name")
EDGE = words_of("segments", "edge")
BEFORE_DAY = words_of("segments", "before_day")
"""Words between what happens and the day on which it does: `a festa vai ser sexta`."""
NAME_END = re.compile(rf"(?<!\w)(?:{'|'.join(re.escape(each) for each in ENDS)}|(?!moscou)\w{{3,}}ou)(?!\w)")
"""Words behind which a name does not go on; in Portuguese, a word with *-ou* is what happened: `a migração parou`."""
GENITIVE = re.compile(r"\s*(?:d[eoa]s?|of|for|por|pel[oa]s?)\s")
PERSON_LEAD = re.compile(r"\b(e|is|sera|ser|para|pra|pro|to|be)\s+")
RELATIVE = re.compile(
    r"\s+(?:(?:que|q|that|which)\s+(?:(?:eu|a gente|nos|i|we|you|vc|voce)\s+)?|(?:i|we)\s+)(?:ja\s+)?\w+"
    r"(?:\s+(?:ontem|hoje|la|ai|aqui|yesterday|today|down|up))?"
    r"\s+(?:sobre|about|chamad[oa]|called|named|com o (?:nome|titulo)(?: de)?)\s+"
)
"""What somebody did with a thing, before what it is about: `a nota que fiz sobre …`, `the note I wrote about …`."""
IN_OFFICE = re.compile(
    r"\s+(?:(?:e|eh|is|as|como|vai ser|sera|will be|fica|ficou|agora|now|que|quem|the|o|a)\s+)*", re.IGNORECASE
)
"""What may stand between somebody and the word for what they do."""
MADE_OFFICER = re.compile(
    r"\b(?:make|name|bota|bote|coloca|coloque|poe|deixa|deixe|define|defina)\s+(?:[oa]\s+)?"
    r"((?:[^\W\d_]+ ){0,2}[^\W\d_]+)\s+(?:(?:as|como|de)(?:\s+(?:the|[oa]))?|the|its|as its)\s+(?:new\s+|nov[oa]\s+)?$"
)
AIM = re.compile(r"\s(?:pra|para|to|sem|without)\s(?:n[aã]o\s)?(?:\w+[aei]r\b|\w+ing\b)")
"""What is to become of a thing, behind its name: `o plano da mudança pra começar na segunda`."""
NOW = frozenset(("", "agora", "now", "novo", "nova", "new"))
_INTRODUCED = re.compile(
    r"\baqui (?:e|quem fala e|fala) [ao] (?:\w+ \w+(?=[,.;:!])|\w+)|\bmeu nome e \w+"
    r"|\b(?:this is|my name is|i am|i'm) [a-z]+(?: here| speaking)\b"
)
"""How people say who they are."""
_ADDRESSED = re.compile(r"(?:^|[,;.!?]\s+|\b(?:oi|ola|dia|tarde|noite|valeu|obrigad[oa]|a)\s+)(gente)(?!\w)")
"""How people speak to others, or of themselves; elsewhere the word is a name: `o pilar gente`."""
_LINKS = "o|a|os|as|um|uma|de|do|da|dos|das|dia|para|pra|pro|em|no|na|com|e|ser|agora|of|to|the|an|at|on|for|is|be|now"
NO_TITLE = words_of("segments", "no_title")
"""Words before a thing that tell which one it is, and not what it is called."""
_BESIDES = words_of("segments", "besides")
IN_PART = (
    frozenset(form for lemma in words_of("segments", "in_part") for form in forms(lemma)) | DEEDS["remove"] | _BESIDES
)
"""Verbs that add to a list or take out of it."""
QUALITIES = words_of("segments", "qualities")
"""Words that tell of a thing that it is new, and as often begin a name: `novo KR`, but `novos clientes`."""
STATES = words_of("segments", "states")
"""Verbs with which a statement goes on behind what it is about: `trocar o forno foi concluída`."""
NOT_FIRST = words_of("segments", "not_first")
"""Words that may stand behind a thing and do not begin its title."""
_PRONOUNS = words_of("segments", "pronouns")
_NO_NAME = words_of("segments", "no_name")
"""Words right behind a thing that say something of it and are no name: `joga o plano fora`."""
VOID = EMPTY | LEADS | _PRONOUNS
INTO = re.compile(
    r"\b(?:to|into|under|among|nas|nos|aos|entre as|entre os)\s+(?:(?:the|our|nossas|nossos|shared)\s+)*$"
)
OUT_OF = re.compile(
    r"\b(?:to|into|under|among|from|in|on|n[ao]s?|d[ao]s|aos?|entre [ao]s|outr[ao]s?|nov[ao]s?|mais"
    r"|uma?|another|new|more|como)"
    r"\s+(?:(?:the|our|nossas|nossos|shared)\s+)*$"
)
"""What stands before a list to which something is added, or of which something is taken."""
WHICH_IS = re.compile(
    r"\s*(?:que (?:e|eh|sera|seria|vai ser|vai se chamar|se chama|mede|trata d[eoa]|fala d[eoa])"
    r"|that (?:measures|tracks|is about)|which is|which will be|that is|that's|vai ser|sera|seria)\s"
)
"""Words between a thing and its name: `um projeto novo que é a migração`."""
_MAKES_ONE = r"(?:vai ser|vai virar|vira|sera|seria|passa a ser|e|will be|is going to be|becomes|should be|is)"
EDGE_PUNCTUATION = " \t\n,.;:!?-–—\"'“”‘’`()"


def courtesies(wording: Wording) -> list[tuple[int, int]]:
    """Return where a sentence is only polite, the longest phrases first."""
    found: list[tuple[int, int]] = []
    for phrase in COURTESY:
        if phrase in wording.unquoted:
            found += [each.span() for each in whole_word(phrase).finditer(wording.unquoted)]
    found += [each.span(1) for each in _ADDRESSED.finditer(wording.unquoted)]
    found += [each.span() for each in _INTRODUCED.finditer(wording.unquoted)]
    return found


_LINK = re.compile(
    r"\s+(?:d[eoa]s?|of|about|sobre|chamad[oa]|called|named|(?:for|para|pra|pro)(?!\s+(?:nao\b|\w+[aei]r\b)))\s+"
)
_POINTED = re.compile(r"(?:[ns]?[ed]sse|[nd]?[ea]st[ea]|[nd]?essa|this|that|um|uma|a|an|novo|nova|new)\s+$")
_SAYS = re.compile(r"(?:[aei]r|[aei]sse|ou|eu|iu|ndo|ing|ed|aria|ava)$")
"""How words end that say what something does: `o plano começasse`."""


def link_of(wording: Wording, start: int, end: int) -> int | None:
    """Return where the name behind a word for a thing begins: with a preposition between, or right behind it."""
    if (linked := _LINK.match(wording.unquoted, end)) is not None:
        return linked.end()
    behind = wording.words_behind(end)
    if not behind or _POINTED.search(wording.folded[:start]) or wording.folded[end : behind[0].start].strip():
        return None
    first = behind[0].folded
    is_said = first in VOID or first in _NO_NAME or first in COMMANDS or NAME_END.match(first) or _SAYS.search(first)
    return None if is_said else behind[0].start


def lead_of(head: str, phrases: Sequence[str]) -> int:
    """Return where the phrase begins that leads to what stands behind a text: its own end where none does."""
    found = [
        compiled(rf"(?<!\w){re.escape(phrase)}(?:\s+(?:{_LINKS}))*[\s:=\"'“(]*$").search(head)
        for phrase in (each.removeprefix("~") for each in phrases)
        if phrase in head
    ]
    return min((each.start() for each in found if each is not None), default=len(head))


def becomes(wording: Wording, nouns: Sequence[str]) -> list[tuple[int, int]]:
    """Return where something is said to be a thing: `ganhar mercado vai ser um objetivo nosso`."""
    things = "|".join(re.escape(noun) for noun in nouns)
    made = (
        compiled(
            rf"(?<=\s)(?:[-–] )?(?:(?:isso|isto|this|that|it) )?{_MAKES_ONE} (?:[^\W_]+ ){{0,3}}(?:{things})(?!\w)"
        )
        if nouns
        else None
    )
    return [each.span() for each in made.finditer(wording.unquoted)] if made is not None else []
