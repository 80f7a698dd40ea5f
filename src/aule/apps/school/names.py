"""What people call a class, a subject or a student: folded for comparing, and resolved to what is meant (SP-1)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from aule.apps.school.words import named, say
from aule.contracts.errors import Match
from aule.sdk import errors
from aule.text.words import fold

MOST = 5
"""How many candidates an error names."""
_ORDINAL_SIGN = re.compile(r"(?<=\d)\s*[ºª°]")
_APART = re.compile(r"[^0-9a-z]+")
_JOINED = re.compile(r"^(\d{1,2})([a-z]+)$")
_RUNS = re.compile(r"\d+|[a-z]+")
_SUFFIXED = re.compile(r"^(\d{1,2})[oa]$")
_ORDINALS = {
    word: str(place)
    for place, words in enumerate(
        (
            ("primeiro", "primeira"),
            ("segundo", "segunda"),
            ("terceiro", "terceira"),
            ("quarto", "quarta"),
            ("quinto", "quinta"),
            ("sexto", "sexta"),
            ("setimo", "setima"),
            ("oitavo", "oitava"),
            ("nono", "nona"),
        ),
        start=1,
    )
    for word in words
}
_NOISE = frozenset(
    {"turma", "classe", "sala", "ano", "serie", "ensino", "fundamental", "medio", "ef", "em", "do", "da", "de", "dos"}
    | {"das", "no", "na", "ao", "the", "class", "grade", "year"}
)
_ARTICLES = frozenset({"o", "a", "e"})
_SECONDARY = frozenset({"em", "medio"})
_ANO_SERIE = re.compile(r"^(EI|EF|EM)([1-9])$")


def chave(text: str) -> str:
    """Return text folded for comparing: no case, no accents, no punctuation, single spaces."""
    return " ".join(_APART.sub(" ", fold(text)).split())


def chave_turma(name: str, ano_serie: str = "") -> str:
    """The name of a class folded: "7A", "7º ano A", "turma 7A", "sétimo ano A" are all `7a`; "1ª série B" is `em1b`.

    With its year (`EM1`) a class of secondary school is one whatever its name leaves out.
    """
    number, rest, is_secondary = _parts(name)
    if not number:
        return chave(name)
    is_secondary = is_secondary or ano_serie.startswith("EM")
    return f"{'em' if is_secondary else ''}{number}{rest}"


def ano_serie_de(name: str) -> str:
    """Return the year a class's name tells: `EF7` of "7º ano A", `EM1` of "1ª série B"; empty where it tells none."""
    if _ANO_SERIE.match(name.strip().upper()):
        return name.strip().upper()
    number, _, is_secondary = _parts(name)
    if len(number) != 1 or not 1 <= int(number) <= (3 if is_secondary else 9):
        return ""
    return f"{'EM' if is_secondary else 'EF'}{number}"


def _parts(name: str) -> tuple[str, str, bool]:
    """Return the number in a class's name, the rest of it, and whether it names secondary school."""
    written = [run for token in chave(_ORDINAL_SIGN.sub(" ", name)).split() for run in _runs(token)]
    tokens = [_ORDINALS.get(token, token) for token in written]
    numbers = [place for place, token in enumerate(tokens) if token[0].isdigit()]
    if not numbers:
        return "", "", False
    place = numbers[0]
    number, letter = _split(tokens, place)
    is_secondary = bool(_SECONDARY & set(tokens)) or ("serie" in tokens and number in ("1", "2", "3"))
    before = [token for token in tokens[:place] if token not in _NOISE]
    after = [token for token in tokens[place + 1 :] if token not in _NOISE]
    if before and before[0] in _ARTICLES and (letter or after):
        before = before[1:]
    return number.lstrip("0") or "0", "".join([letter, *after, *before]), is_secondary


def _runs(token: str) -> list[str]:
    """Return the numbers and words of a token that were written without spaces: `6ano1` is `6 ano 1`."""
    is_mixed = token[0].isdigit() and not token.isdigit() and _JOINED.match(token) is None
    return _RUNS.findall(token) if is_mixed else [token]


def _split(tokens: list[str], place: int) -> tuple[str, str]:
    """Return the digits of a token and the letter on them, unless it only makes an ordinal of it.

    `7o A`, `7a série`.
    """
    token = tokens[place]
    following = tokens[place + 1] if place + 1 < len(tokens) else ""
    ordinal = _SUFFIXED.match(token)
    if ordinal is not None and (following in ("ano", "serie", "em") or len(following) == 1):
        return ordinal[1], ""
    joined = _JOINED.match(token)
    return (joined[1], joined[2]) if joined is not None else (token, "")


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something that may be meant: what it is called, folded and not, and what it belongs to."""

    id: str
    nome: str
    chave: str
    path: str = ""
    loose: str = ""
    """A shorter folded name that counts where nothing else fits."""


def pick(kind: str, said: str, candidates: Sequence[Candidate], *, field: str, locale: str = "pt-BR") -> str:
    """Return the id of the one that is meant: by id, exact name, then folded name.

    Otherwise an error with at most five.
    """
    words = said.strip()
    folded = chave_turma(words) if kind == "turma" else chave(words)
    ways = (
        [each for each in candidates if each.id == words],
        [each for each in candidates if each.nome == words],
        [each for each in candidates if folded and each.chave == folded],
        [each for each in candidates if folded and each.loose == folded],
    )
    for found in ways:
        if len(found) == 1:
            return found[0].id
        if found:
            raise ambiguous(kind, words, found, field=field, locale=locale)
    raise not_found(kind, words, candidates, field=field, locale=locale)


def ambiguous(
    kind: str, said: str, found: Sequence[Candidate], *, field: str, locale: str = "pt-BR"
) -> errors.Ambiguous:
    """Return the error where several are meant, each with what it belongs to."""
    message = say("several_meant", locale, count=len(found), noun=named(kind, locale), said=said)
    return errors.Ambiguous(
        message,
        field=field,
        matches=[Match(id=each.id, title=each.nome, path=each.path) for each in found[:MOST]],
        hint=say("say_which_one", locale),
    )


def not_found(
    kind: str, said: str, candidates: Sequence[Candidate], *, field: str, locale: str = "pt-BR"
) -> errors.NotFound:
    """Return the error where nothing is meant, with the nearest names there are."""
    noun, near = named(kind, locale), nearest(said, candidates)
    message = say("none_meant", locale, noun=noun, said=said)
    hint = say("there_is", locale, names=", ".join(near)) if near else say("there_is_none", locale, noun=noun)
    return errors.NotFound(message, field=field, candidates=near, hint=hint)


def nearest(said: str, candidates: Sequence[Candidate]) -> list[str]:
    """Return at most five names, those that share most letters with the words first."""
    wanted = set(chave(said).replace(" ", ""))

    def distance(each: Candidate) -> tuple[int, str]:
        has = set(each.chave.replace(" ", ""))
        return (len(wanted ^ has), each.nome)

    return list(dict.fromkeys(each.nome for each in sorted(candidates, key=distance)))[:MOST]
