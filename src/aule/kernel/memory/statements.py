"""Statements: what somebody says of themselves or of their work, taken apart: of what, which value, until when.

By that a newer statement is known to take the place of an older one: *agora prefiro Rust* of *eu prefiro Python*.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta

from aule.contracts.ambient import timestamp
from aule.contracts.kinds import MemoryKind
from aule.kernel.memory.topics import NAME, topic_of
from aule.kernel.memory.values import are_of_one_kind, kinds_of
from aule.text.words import fold, words

PREFERRED = "prefer"
"""The attribute of all that is preferred, whichever kind of thing it is."""
_CHANGES = (
    r"(?:agora|atualmente|hoje em dia|na verdade|a partir de agora|de agora em diante"
    r"|now|actually|from now on|currently)"
)
_LEADING = re.compile(rf"^\W*{_CHANGES}[ ,:]+(?:que |that )?")
_CHANGED = re.compile(
    rf"\b(?:{_CHANGES}|mudou|mudei|mudamos|passou a ser|no longer|anymore|instead|changed|moved|em vez)\b"
)
_ENDED = re.compile(r"\b(?:nao\b.*\bmais|no longer|(?:not?|n't)\b.*\banymore|deixei de|parei de|stopped)\b")
_DENIED = re.compile(r"^(?:eu |nos |i |we )?(?:ja )?(?:nao|no longer|do not|don't)\b ?|\b(?:mais|anymore)\b ?")
"""The words by which a statement is said to hold no longer."""
_IS = (
    r"(?:agora e|e agora|e|eh|sao|era|se chama|se chamam|passou a ser|mudou para|mudou pra|ficou|fica"
    r"|is now|is called|are called|changed to|is|are)"
)
_OWNED = re.compile(
    rf"^(?:o |a |os |as |the )?(?P<of>(?:meu|minha|meus|minhas|nosso|nossa|my|our) .{{2,60}}?) {_IS} (?P<value>.+)$"
)
_NAMED = re.compile(rf"^(?:o|a|os|as|the) (?P<of>.{{2,60}}?) {_IS} (?P<value>.+)$")
_LIKED = re.compile(r"\b(?:favou?rit\w*|prefer\w*)\b")
_ENGLISH = re.compile(r"^(?:the|my|our|i|we|i'm) ")
_ARTICLE = re.compile(r"^(?:o|a|os|as) (?=\w)")
_WE = r"(?:eu |nos |a gente )?"
_VERBS = {
    PREFERRED: r"(?:eu )?prefiro(?: mais)?(?: usar)?|i (?:now )?prefer(?: to use)?(?: using)?",
    "endereco": rf"{_WE}(?:moro|moramos|mora|me mudei|mudei|mudamos|nos mudamos)(?: n[ao]| para a| pra)?"
    r"(?= (?:rua|avenida|av|travessa|alameda|praca) )|(?:i|we) (?:now )?(?:live|moved)(?: on| at| in| to)?"
    r"(?= .*\b(?:street|road|avenue|lane|drive)\b)",
    "cidade": rf"{_WE}(?:moro|moramos|mora|me mudei|mudei|mudamos|nos mudamos)(?: em| no| na| para| pra| pro)?"
    r"|(?:i|we) (?:now )?(?:live|moved)(?: in| to)?",
    NAME: r"(?:eu )?me chamo|i am called|i'm called",
    "profissao": r"(?:eu )?trabalho como|i work as(?: an?)?",
    "employer": r"(?:eu )?trabalho (?:na|no|em|para a|para o|para|pra|pro)|i work (?:at|for|in)",
    "team": r"(?:eu )?torco (?:pelo|pela|para o|para a|pro|pra)|i support",
    "decide": r"(?:nos )?(?:decidimos|decidi) (?:usar|por|ficar com|cobrar)"
    r"|we (?:decided|agreed) (?:on|to use|to charge)",
    "calco": r"(?:eu )?calco(?: numero)?|i wear(?: a)?(?: shoe)? size",
    "carro": r"(?:eu )?dirijo|i drive",
    "use": r"(?:eu )?uso|i use",
}
_AM = r"(?:eu )?(?:sou|estou)|i am|i'm"
_STATES = {
    "marriage": r"solteir[oa]|casad[oa]|divorciad[oa]|separad[oa]|viuv[oa]|noiv[oa]"
    r"|single|married|divorced|separated|widowed|engaged",
    "diet": r"vegetarian[oa]?|vegan[oa]?|onivor[oa]|carnivor[oa]|omnivore",
    "hand": r"canhot[oa]|destr[oa]|ambidestr[oa]|left[- ]handed|right[- ]handed",
}
"""What somebody is one of at a time."""
_AGE = re.compile(rf"^(?:(?:eu )?tenho|{_AM}) (?P<value>\d{{1,3}})(?: anos| years old)?(?: de idade)?$")
_TOLD = {
    **{name: re.compile(rf"^(?:{verbs}) (?P<value>.+)$") for name, verbs in _VERBS.items()},
    **{name: re.compile(rf"^(?:{_AM}) (?P<value>{states})\b.*$") for name, states in _STATES.items()},
    "idade": _AGE,
}
_ALIKE = frozenset({PREFERRED, "use", "decide"})
"""Attributes that may have several values, of different kinds: only a value of the same kind takes another's place."""
_SEVERAL = frozenset(
    {"filho", "filha", "irmao", "irma", "amigo", "tio", "tia", "primo"} | {"gato", "cachorro", "vizinho", "sogro"}
)
"""Of whom somebody may have several: another name is another one, unless it is said to have changed."""
_DECIDED = re.compile(
    r"\b(?:decidimos|decidi|ficou decidido|foi decidido|combinamos|acordamos|we (?:decided|agreed)|i decided)\b"
)
_OWN = frozenset(
    {"eu", "me", "mim", "meu", "minha", "meus", "minhas", "nosso", "nossa", "prefiro", "gosto", "adoro", "odeio"}
    | {"detesto", "sou", "moro", "uso", "trabalho", "nasci", "tenho", "torco", "estou", "calco", "dirijo"}
    | {"i", "my", "mine", "our"}
)
_UNTIL = re.compile(r"\b(?:ate|until|till|through|valid[oa]? ate|only for)\b")
_SOON = re.compile(
    r"\b(?:hoje|amanha|esta semana|essa semana|nesta semana|nessa semana|today|tomorrow|tonight|this week)\b"
)


@dataclass(frozen=True, slots=True)
class Statement:
    """What a sentence says of something."""

    of: frozenset[str]
    """What the value is of; empty where the sentence says no such thing."""
    value: str
    is_change: bool
    """Whether it says that something is other than it was."""
    is_end: bool
    """Whether it says that something holds no longer."""
    is_liking: bool = False
    """Whether it tells a favourite of a kind: *my favourite editor is Helix*."""

    @property
    def is_of_kind(self) -> bool:
        """Whether only a value of the same kind can take another's place."""
        return bool(self.of & _ALIKE)

    @property
    def is_one_of_several(self) -> bool:
        """Whether there may be another of the same, with another value."""
        return bool(self.of & _SEVERAL) and not self.is_change


def statement_of(content: str) -> Statement:
    """Return what a sentence states."""
    said = fold(content).strip().rstrip(".! ").replace("’", "'")
    is_change, is_end = _CHANGED.search(said) is not None, _ENDED.search(said) is not None
    plain = _LEADING.sub("", said)
    plain = _DENIED.sub("", plain) if is_end else plain
    for name, form in _TOLD.items():
        if (found := form.match(plain) or (form.match(f"i {plain}") if is_end else None)) is not None:
            return Statement(frozenset({name}), _value(found), is_change, is_end)
    found = _OWNED.match(plain) or _NAMED.match(plain)
    if found is None:
        return Statement(frozenset(), plain, is_change, is_end)
    of = topic_of(found["of"]).stems or frozenset(words(found["of"]))
    is_liking = _LIKED.search(found["of"]) is not None
    return Statement(of, _value(found), is_change, is_end, is_liking)


def can_replace(new: Statement, old: Statement) -> bool:
    """Tell whether a newer statement says the same of something as an older one, with another value.

    Where values may be of different kinds, that they are of one has to be looked at besides.
    """
    if new.is_end:
        ended = set(topic_of(new.value).text.split())
        was = set(topic_of(old.value).text.split())
        is_same = not new.of or new.of == old.of
        return is_same and bool(was) and was <= ended and not old.is_end
    is_same = _is_of_same(new, old) and not new.is_one_of_several
    is_other = are_of_one_kind(new.value, old.value) is False
    return is_same and not is_other and set(words(new.value)) != set(words(old.value))


def _is_of_same(new: Statement, old: Statement) -> bool:
    """Tell whether two statements are of the same thing: *prefiro Rust* is of my favourite language as well."""
    if new.of == old.of:
        return bool(new.of)
    for one, other in ((new, old), (old, new)):
        if one.of == frozenset({PREFERRED}) and other.is_liking:
            return bool(other.of) and other.of <= kinds_of(one.value)
    return False


def are_duplicates(one: str, other: str) -> bool:
    """Tell whether two texts say the same in the same words, but for how the sentence is put."""
    first, second = topic_of(one).text.split(), topic_of(other).text.split()
    return bool(first) and sorted(first) == sorted(second) and _denies(one) == _denies(other)


def decides(content: str) -> bool:
    """Tell whether a sentence says what was decided."""
    return _DECIDED.search(fold(content)) is not None


def kind_of(content: str) -> MemoryKind:
    """Return what sort of thing a sentence of the owner is: a decision, something about them, or a fact."""
    if decides(content):
        return MemoryKind.DECISION
    return MemoryKind.PREFERENCE if not _OWN.isdisjoint(words(content)) else MemoryKind.FACT


def expiry_of(content: str, now: datetime) -> str | None:
    """Return until when a sentence holds, where it says so: *até sexta*, *until March 3*, *hoje*; its day's end."""
    said = fold(content)
    until, soon = _UNTIL.search(said), _SOON.search(said)
    if until is None and soon is None:
        return None
    from aule.understanding.values.days import Sentence, find_days  # loaded on first use: a start needs none of it

    local = now.astimezone()
    named = [each for each in find_days(Sentence(content, local.date())) if not each.is_open]
    if until is not None:
        named = [each for each in named if each.end > until.end()] or ([] if soon is None else named)
    last = max((each.last for each in named), default=None)
    if last is None or last < local.date():
        return None
    end = datetime.combine(last + timedelta(days=1), time(), tzinfo=local.tzinfo)
    return timestamp(end.astimezone(UTC))


def _value(found: re.Match[str]) -> str:
    """Return a value without what says that it is new, and without a Portuguese article before a name."""
    value = re.sub(rf"\b(?:{_CHANGES}|mais|anymore)\b\W*", "", found["value"]).strip(" ,.")
    return value if _ENGLISH.match(found[0]) else _ARTICLE.sub("", value)


def _denies(text: str) -> bool:
    return not _DENIALS.isdisjoint(words(text.replace("n't", " not").replace("n’t", " not")))


_DENIALS = frozenset(["nao", "nunca", "jamais", "sem", "nem", "no", "not", "never", "without"])
