"""Memories without a model: when a question is one that what is remembered answers, and how the answer is put."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from aule.contracts.talk.brain import Prompt, Recalled, Standing
from aule.contracts.talk.understanding import Act, Verdict
from aule.models.brains.shapes import list_of, object_of, text_of
from aule.models.builtin.phrases import phrase
from aule.models.builtin.understood import understood
from aule.models.builtin.wishes import Turned
from aule.text.messages import Language
from aule.text.words import fold
from aule.understanding.deeds import asks
from aule.understanding.filling.fields import Frame
from aule.understanding.readings import Reading, Understanding
from aule.understanding.sentence import Wording

SEARCH, SAVE = "core.memory_search", "core.memory_save"
SURE, NEAR = 0.4, 0.33
"""From which fit on a memory answers a question, and from which it is told as the nearest there is."""
CERTAIN = 0.6
"""From which fit on a memory answers a question that something else could be looked up for."""
AHEAD = 0.08
"""How far behind the best a memory may be that is told beside it."""
MOST_TOLD = 3
LONGEST = 200
"""Characters of a statement about oneself that is kept without being asked to."""
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_OWN = r"meu|meus|minha|minhas|nosso|nossa|nossos|nossas|my|our"
_OF_OWN = re.compile(
    rf"\W*(?:(?:e|and|mas|but|ei|hey|aule)\W+)*(?:(?:qual|quais|quem|onde|quando|quant[oa]s?|what|what's|whats|who|who's"
    rf"|which|where|when|how (?:old|tall|many|much))\b.*\b(?:{_OWN})\b"
    rf"|como (?:e que )?(?:eu )?(?:se chamam?|me chamo)\b"
    rf"|(?:em |de |para |pra |com |a )?(?:que|qual) \w+ (?:e que )?eu\b"
    rf"|(?:onde|quando|quanto) (?:e que )?eu\b"
    rf"|(?:which|what) \w+ (?:do|did|am|was|have) i\b|(?:where|when) (?:do|did|am|was) i\b)"
)
"""How a question begins that asks something about the person themselves."""
_MAY = re.compile(r"\b(?:posso|podemos|consigo|can|could|may)\b")
_STATES = (
    r"alergic[oa]|vegetarian[oa]|vegan[oa]|canhot[oa]|destr[oa]|professora?|diabetic[oa]|celiac[oa]|solteir[oa]|casad[oa]"
    r"|divorciad[oa]|viuv[oa]|enfermeir[oa]|medic[oa]|engenheir[oa]|advogad[oa]|estudante|aposentad[oa]"
)
_AM = (
    r"(?:now |not |no longer )*(?:(?:allergic|vegetarian|vegan|left|right|called|single|married|divorced|engaged"
    r"|widowed|retired|diabetic|coeliac|celiac)\b"
    r"|an? (?:teacher|nurse|doctor|engineer|lawyer|student|developer|designer)\b|\d{1,3}(?: years old)?\W*$)"
)
_TELLS = re.compile(
    r"\W*(?:(?:agora|atualmente|na verdade|a partir de agora|de agora em diante|mudei de ideia|now|actually|from now on"
    r"|these days)[ ,:]+)?(?:"
    r"(?:eu |nos |a gente )?(?:ja )?(?:nao )?(?:prefiro|gosto (?:mais )?(?:de|mais)|adoro|odeio|detesto|moro|moramos"
    r"|me mudei|nos mudamos|mudamos para|mudei para|mudei pra|me chamo|tenho \d{1,3} anos|calco \d+|dirijo|falo"
    rf"|sou (?:mais )?(?:{_STATES})"
    r"|trabalho (?:mais )?(?:como|na|no|em|com|para)|nasci|torco|uso (?:mais )?(?:o|a) )\b"
    r"|(?:a |o )?(?:meu|minha|nosso|nossa) [\w' -]{2,40}? (?:e|se chama|passou a ser|agora e|mudou para|sao"
    r"|mora|trabalha|nasceu|estuda)\b"
    r"|(?:i|we) (?:(?:do not|don't|no longer|now|really) )*(?:prefer|like|love|hate|live|use|speak|drive|wear"
    r"|work (?:as|at|for|in)|was born|moved to|support)\b"
    rf"|(?:i am|i'm) {_AM}"
    r"|(?:my|our) [\w' -]{2,40}? (?:is|are|is now|is called|changed to|lives|works|was born|studies)\b)"
)
"""How people tell something lasting of themselves."""
_BETWEEN = re.compile(r"\s*[,;.]\s+(?:(?:e|and|mas|but)\s+)?|\s+(?:e|and|mas|but)\s+", re.IGNORECASE)
"""What may stand between one statement and the next."""


_LEAD = re.compile(
    r"\W*(?:(?:lembr[ea](?:-se)?|guard[ae]|memoriz[ea]|grav[ae]|n[ãa]o (?:se )?esque[cç]a)"
    r"(?: a[ií]| isso"
    r"| na mem[óo]ria)?(?: de que| que|:)"
    r"|(?:remember|memori[sz]e|keep in mind|don't forget)(?: this)?(?: that|:))\s+(?=\S)",
    re.IGNORECASE,
)
"""How people ask to keep something, whatever it is."""
_ALL = re.compile(r"\b(?:o que|que|what|quais) .*\b(?:sabe|lembra|guardou|know|remember|stored|memoria|memory)\b")
"""How people ask for all that is remembered of something."""


def with_memory(turned: Turned, prompt: Prompt, frames: Sequence[Frame], language: Language) -> Turned:
    """Return what words come to, where what is remembered answers them, or they tell something worth remembering.

    A question that memory answers looks there; so does one about the person that nothing else answers, so that they are
    told honestly that nothing was said of it.
    """
    found = {frame.name: frame for frame in frames}
    if prompt.meant is not None or turned.corrects:
        return turned
    if SEARCH in found and _asks_memory(turned, prompt):
        return _taken(turned, found[SEARCH], {"query": turned.words}, language=language)
    if SAVE in found and (told := _told_of_self(turned, prompt.dialogue)):
        return _taken(turned, found[SAVE], *({"content": each} for each in statements(told)), language=language)
    return turned


def statements(told: str) -> list[str]:
    """Return what is stated of oneself, one thing each: *I prefer Rust and I live in Oslo* is two.

    So a newer word about one of them replaces only that one.
    """
    if _TELLS.match(fold(told)) is None:
        return [told]
    found, start = list[str](), 0
    for between in _BETWEEN.finditer(told):
        if _TELLS.match(fold(told[between.end() :])) is not None:
            found.append(told[start : between.start()])
            start = between.end()
    return [*found, told[start:]]


def best_fit(recalled: Sequence[Recalled]) -> float:
    """Return how well the best of some memories fits."""
    return max((each.reason.fit for each in recalled if each.reason.why != "pinned"), default=0.0)


def answer(data: Any, question: str, now: datetime, language: Language) -> str:
    """Return what is remembered as a sentence: the value, who said it and when; or that nothing was said of it."""
    items = [object_of(each) for each in list_of(object_of(data).get("items"))]
    if not asks(Wording(question)) or _wants_all(question):
        lines = "\n".join(f"- {_told(each, now, language)}" for each in items)
        return lines or phrase("memory_nothing", language)
    best = max((_fit(each) for each in items), default=0.0)
    if best < NEAR:
        return phrase("memory_unknown", language)
    told = [_told(each, now, language) for each in items if _fit(each) >= best - AHEAD][:MOST_TOLD]
    if best < SURE:
        return phrase("memory_near", language, told=told[0])
    return told[0] if len(told) == 1 else "\n".join(f"- {each}" for each in told)


def is_unknown(data: Any, question: str) -> bool:
    """Tell whether nothing that is remembered answers a question for one thing."""
    items = [object_of(each) for each in list_of(object_of(data).get("items"))]
    return not _wants_all(question) and max((_fit(each) for each in items), default=0.0) < SURE


def kept(data: Any, now: datetime, language: Language) -> str:
    """Return what was kept, what it took the place of, and until when it counts."""
    record = object_of(data)
    name = "memory_known" if record.get("known") else "memory_kept"
    told = [phrase(name, language, content=text_of(record.get("content")) or "")]
    replaced = object_of(record.get("replaced"))
    if replaced:
        day = _day(text_of(replaced.get("created_at")) or "", now, language)
        told.append(phrase("memory_replaced", language, content=text_of(replaced.get("content")) or "", day=day))
    if until := text_of(record.get("expires_at")):
        told.append(phrase("memory_until", language, day=_date(datetime.fromisoformat(until).astimezone(), language)))
    return "\n\n".join(told)


def _asks_memory(turned: Turned, prompt: Prompt) -> bool:
    wording, fit = Wording(turned.words), best_fit(prompt.recalled)
    if not asks(wording):
        return False
    decision, best = turned.found.decision, turned.found.best
    match decision:
        case Verdict.TALK:
            is_own = _OF_OWN.match(wording.folded) is not None and _MAY.search(wording.folded) is None
            return turned.found.act in (Act.HELP, Act.SMALL_TALK) and (fit >= SURE or is_own)
        case Verdict.OUTSIDE:
            return fit >= SURE or _OF_OWN.match(wording.folded) is not None
        case _ if best is None or not best.frame.is_harmless:
            return fit >= SURE and decision is not Verdict.DO
        case Verdict.DO if best.frame.name == SEARCH:
            return not best.values.get("query") and fit >= NEAR
        case Verdict.DO:
            return fit >= CERTAIN
        case _:
            return fit >= SURE


def _told_of_self(turned: Turned, standing: Standing | None) -> str:
    """Return what somebody asks to keep or states of themselves, where the words ask for nothing else; else nothing."""
    said = turned.words.strip()
    waits = standing is not None and bool(standing.waiting or standing.plan)
    if not _is_free(turned.found, waits=waits) or len(said) > LONGEST or "\n" in said:
        return ""
    if (lead := _LEAD.match(said)) is not None:
        return said[lead.end() :].strip()
    return said if not asks(Wording(said)) and _TELLS.match(fold(said)) is not None else ""


def _is_free(found: Understanding, *, waits: bool) -> bool:
    """Tell whether words were understood as nothing that a statement could not be taken for instead."""
    match found.decision:
        case Verdict.OUTSIDE:
            return True
        case Verdict.TALK:
            return found.act in (Act.SMALL_TALK, Act.HELP) or (found.act in (Act.STOP, Act.GO_ON) and not waits)
        case Verdict.CHOOSE:
            return not waits
        case Verdict.ASK:
            return found.best is not None and found.best.frame.name == SAVE
        case _:
            return False


def _taken(turned: Turned, frame: Frame, *calls: dict[str, Any], language: Language) -> Turned:
    """Return words as these calls of one capability."""
    first, *rest = (Understanding(Act.REQUEST, Verdict.DO, (Reading(frame, 1.0, values),)) for values in calls)
    found = replace(first, also=tuple(rest))
    return replace(turned, found=found, told=understood(found, turned.words, language, {}))


def _wants_all(question: str) -> bool:
    """Tell whether a question is for everything there is about something, not for one thing."""
    return _ALL.search(fold(question)) is not None


def _fit(record: dict[str, Any]) -> float:
    fit = record.get("fit")
    return float(fit) if isinstance(fit, int | float) else 0.0


def _told(record: dict[str, Any], now: datetime, language: Language) -> str:
    name = "memory_said" if record.get("trust") == "user" else "memory_noted"
    day = _day(text_of(record.get("created_at")) or "", now, language)
    return phrase(name, language, content=text_of(record.get("content")) or "", day=day)


def _day(at: str, now: datetime, language: Language) -> str:
    """Return when something was said, as people say it: today, or its date."""
    moment = datetime.fromisoformat(at).astimezone() if at else now
    days = (now.astimezone().date() - moment.date()).days
    if days in (0, 1):
        return phrase(("memory_today", "memory_yesterday")[days], language)
    date = _date(moment, language) if moment.year == now.astimezone().year else _date(moment, language, with_year=True)
    return phrase("memory_on", language, date=date)


def _date(moment: datetime, language: Language, *, with_year: bool = False) -> str:
    if language == "pt":
        return moment.strftime("%d/%m/%Y" if with_year else "%d/%m")
    return f"{moment.day} {_MONTHS[moment.month - 1]}" + (f" {moment.year}" if with_year else "")
