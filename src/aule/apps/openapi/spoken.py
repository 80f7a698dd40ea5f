"""Questions and wishes about web APIs in plain words: which are here, and how one is imported."""

from __future__ import annotations

import re

from aule.apps.openapi import queries
from aule.apps.openapi.app import openapi
from aule.apps.openapi.words import say
from aule.sdk import Reading, SpokenCall
from aule.text.words import fold

FIND = "openapi.find_operations"
_NOUN = r"\b(?:apis?|open ?api|swagger)\b"
_LISTS = re.compile(
    rf"^\W*(?:quais|que|quantas|lista\w*|mostr\w+|tenho|tem|ha|what|which|how many|list|show|are there|do i"
    rf" have)\b.*{_NOUN}"
)
_TELLS = re.compile(rf"^\W*(?:o que (?:e|sao|significa)|what(?:'s| is| are)|expli[cq]\w+|explain)\b.*{_NOUN}")
_IMPORTS = re.compile(
    rf"\b(?:import\w*|adicion\w+|conect\w+|us[ae]\w*|quero|preciso|configur\w+|coloc\w+|lig\w+|add|connect|want|need"
    rf"|set up|load|read)\b.*{_NOUN}"
)
_REMOVES = re.compile(
    rf"\b(?:remov\w*|tir\w+|apag\w+|delet\w+|exclu\w+|desconect\w+|disconnect|delete|drop|get rid of)\b.*{_NOUN}"
)
_NOT = re.compile(r"^\W*(?:nao|nunca|don'?t|do not|never)\b")


@openapi.hears(cues=("api", "apis", "openapi", "swagger"))
async def hear(reading: Reading, words: str, about: str) -> SpokenCall | None:
    """Return the answer to words about web APIs; None for other words. Nothing is imported by a sentence."""
    del about
    said = fold(" ".join(words.split()))
    if len(said) > 300 or _NOT.match(said):
        return None
    key = next(
        (
            key
            for key, form in (("what_api", _TELLS), ("", _LISTS), ("how_removed", _REMOVES), ("how_imported", _IMPORTS))
            if form.search(said)
        ),
        None,
    )
    if key is None:
        return None
    locale = reading.locale
    known = await queries.all_apis(reading.source)
    names = ", ".join(f"“{each.title or each.id}”" for each in known[:12])
    here = say("apis_here", locale, names=names) if known else say("no_apis_here", locale)
    parts = (
        [here, say("how_imported", locale)]
        if not key
        else [say(key, locale), *([here] if key == "how_removed" else [])]
    )
    return SpokenCall(FIND, {}, answer=" ".join(parts))
