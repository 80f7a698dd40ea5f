"""Rules in people's words that can be checked: `never deletes anything` becomes a rule about deleting.

Only what is said plainly is read; everything else stays a rule in free words.
"""

from __future__ import annotations

import re

from aule.contracts.access.guidelines import (
    AskRule,
    CiteRule,
    Guideline,
    LanguageRule,
    LengthRule,
    NeverRule,
    OmitRule,
    SaidRule,
)
from aule.text.words import fold

_DEEDS: tuple[tuple[str, str], ...] = (
    ("effect:delete", r"(?:apag|delet|exclu|remov|eliminar?|erase)\w*"),
    ("effect:exec", r"(?:execut\w*|rod[ae]r?|runs?|running) (?:\w+ )?(?:comandos?|commands?|codigo|code|scripts?)"),
    (
        "effect:external",
        r"(?:acess\w*|us[ae]r?|entr\w+ n|uses?|access\w*|go(?:es)? on|browses?) ?(?:[oa] |the )?(?:internet|web|rede)",
    ),
    ("effect:write", r"(?:escrev|alter|modific|edit|grav|muda|salv|writ|chang|modif|sav)\w*"),
)
_TOUCH = (
    r"(?:(?:mex|encost)\w*|toc\w+|toque\w*)(?: (?:em|n[oa]s?))?(?: \w+){0,2}? (?:arquivos?|pastas?|documentos?|nada)"
    r"|touch\w*(?: \w+){0,2}? (?:files?|folders?|documents?|anything)"
)
"""Touching files is writing or deleting them."""
_NOT = r"\b(?:nunca|jamais|nem|never|nor|without|sem(?= \w+r\b))\b|\b(?:nao|must not|may not|cannot|\w+n't|not)\b"
_NEVER = (
    r"\b(?:nunca|jamais|nem|nao (?:pode|deve|precisa)|sem(?= \w+r\b)|never|nor|must not|may not|should not|cannot"
    r"|(?:must|should|ca|do|does)n't|(?:is|are) not allowed to|without)\b"
)
_ASK = (
    r"\b(?:pergunt\w+|pec[ae]\w*|pede|confirm\w+|consult\w+|avis\w+|asks?|checks? with)"
    r" (?:\w+ ){0,3}?(?:antes de|before)\b"
)
_WORDS = re.compile(
    r"(?:(?:nao|nunca|not|never|\w+n't)\b[^,;.]{0,40}? (?:mais (?:de|que)|more than)|menos de|abaixo de|under|below"
    r"|fewer than|less than|(?:no|de) maximo|ate|maximo de|at most|up to|no more than|limite de|limit of"
    r"|max(?:imum)?(?: of)?) (?:de )?(\d{1,5}) (?:palavras|words)"
)
_ANSWERS = r"(?:respo\w+|fal[ae]\w*|conversa\w*|answer\w*|repl(?:y|ies)|respond\w*|speak\w*|talk\w*)"
_LANGUAGES = {"ingles": "en", "english": "en", "portugues": "pt", "portuguese": "pt"}
_LANGUAGE = re.compile(
    rf"\b(?:{_ANSWERS}(?: (?:so|somente|apenas|sempre|me|aos? \w+|only|always|back|to \w+)){{0,2}}"
    r"|sempre|so|somente|apenas|always|only) (?:em|in) (?P<language>ingles|english|portugues|portuguese)\b"
)
_READS_ONLY = re.compile(
    r"\b(?:(?:so|somente|apenas) (?:pode |deve )?(?:ler?|le|leia|consult\w+)|(?:can |may )?only reads?|only reading"
    r"|somente leitura|so leitura|read[- ]only)\b"
)
_CITES = re.compile(
    r"\b(?:sempre|deve|always|must) (?:cit[ae]r?|cites?) (?:(?:as?|os?|its|the|uma?|an?) )?"
    r"(?:fontes?|documentos?|sources?|documents?)\b"
)
_OMITS = re.compile(
    r"\b(?:nunca|jamais|never) (?:pode |deve )?(?:mencion\w+|cit\w+|diz|diga|dizer|fal\w+|us[ae]r?|mentions?|says?"
    r"|uses?) (?:a palavra |the word )?[\"“'](?P<text>[^\"”']{1,200})[\"”']"
)
_CLAUSE = re.compile(
    r"[;,.\n]+|\b(?:e|mas|and|but)(?: que| that)?\b(?= (?:nunca|jamais|nao|sempre|so|pergunt|pec|respond|never"
    r"|always|asks?|must|only|answers?|repl))"
)
_NEAR = r"(?: \w+){0,2}? "
"""At most two words may stand between `never` and what is never done."""
_NEUTRAL = re.compile(
    r"(?:nada|algo|coisa|coisas|alguma|nenhum|nenhuma|mais|qualquer|arquivo|arquivos|de|do|da|dos|das|o|a|os|as|um"
    r"|uma|no|na|em|meus|minhas|nossos|ele|ela|se|me|eu|deve|pode|tem|que|precisa|antes|depois|e|ser|agora|voce"
    r"|voces|so|sempre|jamais|any|anything|nothing|something|file|files|of|the|my|our|its|it|in|an|at|more|be|to"
    r"|does|should|must|may|can|before|after|you|and|always|again|ever|only)"
)
"""Words of a rule that say nothing which its checked form does not say."""


def rules_in(text: str) -> list[Guideline]:
    """Return the rules that a text says beside everything else: those that can be checked, and what it forbids."""
    found: list[Guideline] = []
    for clause in clauses(text):
        forbids = re.match(rf" ?{_NEVER}", fold(clause)) is not None
        found += [rule for rule in (rule_of(clause) if forbids else _rules_of(clause)) if rule not in found]
    return found


def rule_of(sentence: str) -> list[Guideline]:
    """Return a sentence as rules: checked ones, and itself wherever they do not say all of it."""
    rules: list[Guideline] = []
    for clause in clauses(sentence):
        checked = _rules_of(clause)
        rules += [rule for rule in checked if rule not in rules]
        if not checked or _left_over(clause):
            rules.append(SaidRule(rule="said", do=_sentence(clause)))
    return rules or [SaidRule(rule="said", do=sentence.strip())]


def clauses(text: str) -> list[str]:
    """Return the parts of a text that may each be a rule."""
    folded = fold(text)
    if len(folded) != len(text):
        text = folded  # places in the folded text have to be places in what was said
    places = [0]
    for found in _CLAUSE.finditer(folded):
        places += [found.start(), found.end()]
    parts = [text[begin:end] for begin, end in zip(places[::2], [*places[1::2], len(text)], strict=True)]
    return [" ".join(part.split()) for part in parts if part.strip(" \"'”“")]


def deed_in(text: str) -> str | None:
    """Return the effect that a text speaks of: `effect:delete` for *the rule about deleting*."""
    folded = f" {fold(text)} "
    return next((what for what, deed in _DEEDS if re.search(rf"\b{deed}", folded)), None)


def _rules_of(clause: str) -> list[Guideline]:
    said = f" {fold(clause)} "
    rules: list[Guideline] = []
    for what, deed in _DEEDS:
        if re.search(f"{_NEVER}{_NEAR}{deed}", said):
            rules.append(NeverRule(rule="never", what=what))
        elif re.search(f"{_ASK}{_NEAR}{deed}", said):
            rules.append(AskRule(rule="ask", what=what))
    if re.search(f"{_NEVER}{_NEAR}(?:{_TOUCH})", said):
        rules += [NeverRule(rule="never", what=f"effect:{each}") for each in ("write", "delete")]
    if _READS_ONLY.search(said):
        rules += [NeverRule(rule="never", what=f"effect:{each}") for each in ("write", "delete", "exec")]
    if (length := _WORDS.search(said)) and int(length[1]) >= 5:
        rules.append(LengthRule(rule="length", words=min(int(length[1]), 20_000)))
    if language := _LANGUAGE.search(said):
        code = "en" if _LANGUAGES[language["language"]] == "en" else "pt"
        rules.append(LanguageRule(rule="language", language=code))
    if omitted := _OMITS.search(said):
        rules.append(OmitRule(rule="omit", text=omitted["text"]))
    if _CITES.search(said):
        rules.append(CiteRule(rule="cite"))
    return rules


def _left_over(clause: str) -> bool:
    """Return whether a clause says more than the rules that were read in it."""
    said = f" {fold(clause)} "
    for _, deed in _DEEDS:
        said = re.sub(f"(?:{_NEVER}|{_ASK}){_NEAR}{deed}", " ", said)
    said = re.sub(f"{_NEVER}{_NEAR}(?:{_TOUCH})", " ", said)
    for pattern in (_READS_ONLY, _WORDS, _LANGUAGE, _OMITS, _CITES):
        said = pattern.sub(" ", said)
    said = re.sub(rf"{_NOT}|\b{_ANSWERS}\b", " ", said)
    return any(not _NEUTRAL.fullmatch(word) for word in re.findall(r"[a-z]\w+", said))


def _sentence(clause: str) -> str:
    """Return a clause as it is kept: without the verb that only says that it is a rule."""
    plain = re.sub(
        r"^(?:deve|tem que|tem de|precisa|should|must|has to|needs to)\s+(?!not\b|be\b)", "", clause.strip(), flags=re.I
    )
    return f"{plain[:1].upper()}{plain[1:]}".rstrip(".,;: ") + "."
