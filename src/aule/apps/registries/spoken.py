"""Installs of packages asked for in plain words: the command line they come to, or how installs work here."""

from __future__ import annotations

import re

from aule.apps.registries.app import registries
from aule.apps.registries.words import say
from aule.sdk import Reading, SpokenCall
from aule.text.words import fold

RUN = "registries.run_command"
_LEAD = (
    r"^\W*(?:(?:oi|ola|hi|hello|hey|por favor|please|pls|agora|now|me|(?:can|could) you|(?:voce|vc) pode|pode"
    r"|poderia|rod[ea]r?|execut[ea]r?|run"
    r"|quero|preciso|i want to|i need to|let's|vamos)[,:]? )*"
)
_COMMAND = re.compile(
    rf"{_LEAD}(?P<line>(?:(?:npm|pnpm|yarn|bun) (?:install|i|add|ci)|(?:python3? -m )?pip3? install|uv (?:add|pip"
    rf" install|sync)|poetry (?:add|install)"
    r"|cargo (?:add|install)|gem install|go get)\b[\w@/.:=<>~^*\[\],+ -]*)"
)
_THEN = re.compile(r"\s*(?:,|;|\s(?:e|and|then|depois|and then|e depois)\s)")
_INSTALL = re.compile(
    rf"{_LEAD}(?:instal(?:e|a|ar)|install) (?:(?:o|a|os|as|um|uma|the|an?)\s+)*(?:(?:biblioteca|lib"
    rf"|pacote|modulo|package|library|module)s?\s+)?"
    r"(?:(?:de |do |da )?(?P<of>python|node(?:\.?js)?|javascript|npm|pip)\s+)?(?P<name>@?[\w][\w./-]*?)(?P<kind>"
    r" package| library| module)?"
    r"(?:\s+(?:n[oea]ste|n[oae]|neste|nesse|meu|in|into|to|for|the|this|my|para|pra|o|a|projeto|project|aqui|here))*"
    r"(?:\s+(?:com|with|via|pelo|using)\s+(?P<by>npm|pip|pnpm|yarn|uv))?(?:,? (?:por favor|please|pls|pf))*[\s.!?]*$"
)
_ASKS = re.compile(
    r"^\W*(?:posso|da (?:pra|para)|e possivel|como|e seguro|que|quais|can i|may i|how (?:do|can)|is it|what|which|am"
    r" i allowed)\b.*"
    r"\b(?:pacotes?|packages?|bibliotecas?|librar(?:y|ies)|dependenc\w+|npm|pip)\b"
)
_OTHER = re.compile(
    r"^(?:plug-?ins?|skills?|habilidades?|servidor\w*|servers?|mcp|ferramentas?|tools?|apps?|aplicativos?|modelos?|models?|programas?|nada|nothing|isso|isto"
    r"|tudo|it|this|that|everything|pacotes?|packages?|alg\w+|some\w*|any\w*|agentes?|agents?|fluxos?|workflows?)$"
)


@registries.hears(
    cues=(
        *(
            "instale",
            "instala",
            "instalar",
            "install",
            "npm",
            "pip",
            "pip3",
            "pnpm",
            "yarn",
            "pacote",
            "pacotes",
            "package",
            "packages",
        ),
        *("biblioteca", "bibliotecas", "library", "libraries"),
    )
)
async def hear(reading: Reading, words: str, about: str) -> SpokenCall | None:
    """Return the command that installs what a sentence names, which a person sees first; or how installs work."""
    del about
    said = " ".join(words.split())
    text = fold(said)
    if len(text) != len(said) or len(text) > 300:
        return None
    locale = reading.locale
    if _ASKS.match(text) is not None:
        return SpokenCall(RUN, {}, answer=say("how_installed", locale))
    command = _COMMAND.match(text)
    if command is not None:
        return _of_command(said, command, locale)
    found = _INSTALL.match(text)
    if found is None or _OTHER.match(found["name"]):
        return None
    name = said[found.start("name") : found.end("name")]
    lines = _lines(name, found["by"] or found["of"] or "")
    return SpokenCall(RUN, {line: {"command": line} for line in lines}, say("which_program", locale, name=name))


def _of_command(said: str, found: re.Match[str], locale: str) -> SpokenCall:
    """Return the call of a command line that was typed; one that goes on with another wish is asked for alone."""
    begin, end = found.span("line")
    line = said[begin:end]
    cut = _THEN.search(fold(line))
    rest = (line[cut.start() :] if cut is not None else "") + said[end:]
    line = (line if cut is None else line[: cut.start()]).strip()
    if rest.strip(" .!?"):
        return SpokenCall(RUN, {}, answer=say("one_at_a_time", locale, line=line))
    return SpokenCall(RUN, {line: {"command": line}})


def _lines(name: str, by: str) -> list[str]:
    """Return the command lines that install a package: one where it is said with what, two where it is not."""
    match by:
        case "pip" | "python":
            return [f"pip install {name}"]
        case "uv" | "pnpm" | "yarn":
            return [f"{by} add {name}"]
        case "npm" | "node" | "nodejs" | "node.js" | "javascript":
            return [f"npm install {name}"]
        case _:
            return [f"npm install {name}"] if name.startswith("@") else [f"pip install {name}", f"npm install {name}"]
