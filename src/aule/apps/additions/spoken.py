"""Questions and wishes about things one adds, in plain words: what there is, what it is, how one gets it.

Nothing is added or removed by these words: that needs what the page of each thing shows. They are answered instead.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, cast

from aule.apps.additions.app import additions
from aule.apps.additions.records import CatalogueEntry
from aule.apps.additions.start import HERE, Catalogue
from aule.apps.additions.words import say
from aule.sdk import Reading, SpokenCall
from aule.text.words import fold, words

FIND = "additions.find_entries"
MOST = 12
Wish = Literal["share", "what", "safe", "remove", "list", "find", "add"]

_NOUNS = {
    "mcp": r"(?:(?:servidor(?:es)?|servers?) (?:de |do )?mcp|mcps?(?: servers?| servidor(?:es)?)?"
    r"|(?<=conecta o )servidor|(?<=conecte o )servidor|(?<=conectar o )servidor|(?<=connect the )server)",
    "plugin": r"plug-?ins?",
    "skill": r"(?:skills?|habilidades? d[eo]s? agentes?|habilidades (?:instaladas|do aule\w*))",
    "": r"(?:catalogos?|catalogues?|catalogs?)",
}
_CUES = (
    "mcp",
    "mcps",
    "servidor",
    "servidores",
    "server",
    "servers",
    "plugin",
    "plugins",
    "plug-in",
    "extensao",
    "extensoes",
    "skill",
)
_MORE_CUES = ("skills", "habilidades", "catalogo", "catalogue", "catalog")
_FORMS: tuple[tuple[Wish, str], ...] = (
    (
        "share",
        r"\b(?:outr\w+ (?:programas?|aplicativos?|apps?)|other (?:programs?|apps?|clients?)|claude"
        r"|cursor)\b.*\b(?:us\w+|acess\w+|chamar?|conect\w+|connect)",
    ),
    ("share", r"\b(?:oferec\w+|expor|expose|offer|serve|publi\w+)\b.*\bmcp\b"),
    ("safe", r"\b(?:segur[oa]s?|perigos[oa]s?|confiave\w+|safe|dangerous|secure|trust)\b"),
    (
        "what",
        r"^(?:o que (?:e|sao|significa)|what(?:'s| is| are| does)|pra que serve\w?|para que serve\w?|expli[cq]\w+"
        r"|explain)\b(?!.*\b(?:there|installed|tem|have|do i)\b)",
    ),
    (
        "remove",
        r"\b(?:remov\w*|tir\w+|apag\w+|delet\w+|exclu\w+|desinstal\w+|desconect\w+|deslig\w+|desativ\w+|disable"
        r"|uninstall|disconnect|delete|drop|get rid of|turn off)\b",
    ),
    ("find", r"\b(?:procur\w+|busc\w+|ach\w+|encontr\w+|search|find|look for)\b"),
    (
        "list",
        r"^(?:quais|que|qua?l|quantos?|quantas|lista\w*|mostr\w+|ve[rj]\w*|tenho|tem|ha|existe\w*|o que (?:tem|ha)"
        r"|what|which|how many|list|show|are there|is there|do i)\b",
    ),
    (
        "add",
        r"\b(?:instal\w+|adicion\w+|conect\w+|import\w+|coloc\w+|bot\w+|quero|preciso|configur\w+|lig\w+|us\w+"
        r"|install|add|connect|get|want|need|use|set up|enable)\b",
    ),
)
_PATTERNS: tuple[tuple[Wish, re.Pattern[str]], ...] = tuple((wish, re.compile(form)) for wish, form in _FORMS)
_KINDS = {kind: re.compile(rf"\b{noun}\b") for kind, noun in _NOUNS.items()}
_LEAD = re.compile(
    r"^\W*(?:(?:oi|ola|hi|hello|hey|por favor|please|pls|me|(?:can|could) you|(?:voce|vc) pode|pode|poderia|tell me"
    r"|show me)[,:]? )*"
)
_TWO_MEANINGS = ("skill", "")
"""Kinds whose words people use for other things as well."""
_PLAIN_ADD = re.compile(r"\b(?:instal\w+|adicion\w+|import\w+|install|add)\b")
_PLACE = re.compile(r"://|(?:^|\s)[~./@-][\w/@-]|\w/\w|\b(?:npx|uvx|docker|python3?|node) ")
"""An address, a path or a command in a sentence."""
_OTHER = re.compile(
    r"\b(?:tarefas?|tasks?|notas?|notes?|projetos?|projects?|lembretes?|reminders?|eventos?|events?"
    r"|atividades?|activit(?:y|ies)|aulas?|lessons?|turmas?|class(?:es)?|planejamento|leitura|livros?|books?|iniciativas?)\b"
)
"""Things of other apps, of which these words may be a part: a task to install something, a catalogue of activities."""
_NOT = re.compile(r"^\W*(?:nao|nunca|don'?t|do not|never)\b")
_SMALL = frozenset(
    words(
        "quais qual quantos quantas lista liste listar mostra mostre ver how many o a os as um uma uns umas de do da"
        " dos das no na nos nas em pra para que tem ha esta estao existe existem"
        " eu meu minha meus minhas"
        " coisa algo alguma algum todos todas the an of in on for to my me any all some are is there do have i what"
        " which list show"
        " something anything procura procure busca busque procurar buscar acha ache search find look instala instale"
        " adiciona adicione"
        " add install connect conecta conecte remove remova tira desinstala uninstall delete disable desconecta"
        " desconecte quero want use"
        " usar please favor por with com installed instalado instalada instalados instaladas ligados ligado safe"
        " seguro segura e it can posso dangerous perigoso usar sao"
    )
)


@additions.hears(cues=(*_CUES, *_MORE_CUES))
async def hear(reading: Reading, words: str, about: str) -> SpokenCall | None:
    """Return the answer to words about things one adds; None for other words."""
    del about
    said = _LEAD.sub("", fold(" ".join(words.split())), count=1)
    kind = next((kind for kind, noun in _KINDS.items() if noun.search(said)), None)
    if kind is None or _NOT.match(said) or len(said) > 300:
        return None
    wish: Wish | None = next((wish for wish, pattern in _PATTERNS if pattern.search(said)), None)
    if wish is None or _is_other(wish, kind, said):
        return None
    answer = await _answer(wish, kind, said, reading)
    return SpokenCall(FIND, {}, answer=answer)


def _is_other(wish: Wish, kind: str, said: str) -> bool:
    """Return whether words are about something else: things of other apps, or the other meaning of a word."""
    if _OTHER.search(said) is not None:
        return True
    if kind not in _TWO_MEANINGS:
        return False
    if wish == "add":
        return kind == "" or _PLAIN_ADD.search(said) is None
    return (wish in ("share", "list", "what", "safe") and bool(_wanted(kind, said))) or (
        kind == "" and wish == "remove"
    )


def _wanted(kind: str, said: str) -> list[str]:
    """Return the words that say which thing is meant; an address, a path or a command says none."""
    if _PLACE.search(said) is not None:
        return []
    return [word for word in words(_KINDS[kind].sub(" ", said)) if word not in _SMALL]


async def _answer(wish: Wish, kind: str, said: str, reading: Reading) -> str:
    locale = reading.locale
    if wish == "share":
        return say("how_share", locale)
    if wish == "what":
        return say(f"what_{kind or 'catalogue'}", locale)
    if wish == "safe":
        return say("is_safe", locale)
    found = await cast("Catalogue", reading.own).list(locale)
    items = [each for each in found.items if not kind or each.kind == kind]
    here = [each for each in items if each.source == HERE or each.state in ("added", "update")]
    offered = [each for each in items if each.state == "available"]
    wanted = _wanted(kind, said)
    if wish == "remove":
        return _gone(kind, wanted, here, locale)
    if not kind and wish == "list" and not wanted:
        return _overview(offered, locale)
    if wish == "list":
        return " ".join(
            [_here(kind, here, locale), _offered(offered, locale), say(f"how_{kind or 'catalogue'}", locale)]
        ).strip()
    fits = [each for each in offered if _fits(each, wanted)]
    told = (
        say("found_offered", locale, items=_names(fits)) if fits else say("found_none", locale, said=" ".join(wanted))
    )
    by_place = "" if _PLACE.search(said) is None else say("added_nothing", locale)
    parts = [by_place or (told if wanted else _offered(offered, locale)), say(f"how_{kind or 'catalogue'}", locale)]
    return " ".join(each for each in parts if each)


def _gone(kind: str, wanted: Sequence[str], here: Sequence[CatalogueEntry], locale: str) -> str:
    """Return where something is removed; nothing goes by a sentence."""
    named = [each for each in here if _fits(each, wanted)] if wanted else []
    if named:
        return say("remove_there", locale, items=_names(named))
    return f"{say('nothing_removed', locale)} {_here(kind, here, locale)}"


def _here(kind: str, here: Sequence[CatalogueEntry], locale: str) -> str:
    noun = say(f"noun_{kind or 'catalogue'}", locale)
    return say("here_some", locale, noun=noun, items=_names(here)) if here else say("here_none", locale, noun=noun)


def _offered(offered: Sequence[CatalogueEntry], locale: str) -> str:
    return say("offered", locale, items=_names(offered)) if offered else ""


def _overview(offered: Sequence[CatalogueEntry], locale: str) -> str:
    return say("catalogue_has", locale, count=len(offered), items=_names(offered))


def _fits(entry: CatalogueEntry, wanted: Sequence[str]) -> bool:
    """Return whether an entry has each wanted word, or one that begins as it does."""
    known = words(fold(f"{entry.name} {entry.title} {entry.description}".replace("_", " ").replace("-", " ")))
    return bool(wanted) and all(
        any(each.startswith(word[: max(4, len(word) - 3)]) for each in known) for word in wanted
    )


def _names(entries: Sequence[CatalogueEntry]) -> str:
    shown = ", ".join(f"“{each.title}”" for each in entries[:MOST])
    return shown if len(entries) <= MOST else f"{shown}, …"
