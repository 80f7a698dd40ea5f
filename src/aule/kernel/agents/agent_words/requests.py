"""Requests about agents: what plain words want of one. Pure functions over the words and the names there are.

Only whole sentences of known forms are taken. Agents that live beside a project, and sub-agents, are left to those who
make them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from aule.contracts.model import JsonObject
from aule.contracts.talk.brain import Name
from aule.kernel.agents.agent_words.mentions import KIND, SIGN, Mention, mention_in
from aule.text.words import fold

CREATE, EDIT, COPY = "studio.create_agent", "studio.edit_agent", "studio.copy_agent"
LIST, SHOW, DELETE = "studio.list_agents", "studio.show_agent", "studio.delete_agent"
LONGEST = 2_500
"""Characters of a request; longer words are about something else, or for a model."""

_OTHERS = re.compile(
    r"\b(?:residentes?|resident|sub-?agentes?|sub-?agents?|conductor|passo a passo|step by step|pergunt\w+ o que|ask me"
    r"|(?:para|pra|pro|no|n[eo]ss[ea]|ao|d[oe]s?|dess[ea]|dest[ea]|for|in|to|of|after)"
    r" (?:(?:o|um|meu|esse|este|the|this|my|a) )?(?:projetos?|ambientes?|projects?|environments?))\b"
)
"""Words of requests about other kinds of agents, or for a guided talk."""
_PROFESSIONS = (
    r"(?:d[eo] (?:saude|viage[nm]s?|transito|policia|seguros|endemias|limpeza|campo)|secret[oa]|imobiliari[oa]"
    r"|quimic[oa]|policial|penal|funerari[oa]|causador|travel|estate|real estate|secret|chemical|cleaning|insurance"
    r"|police)"
)
"""Agents that are people or substances."""
_FOR_ME = r"(?: (?:pra mim|para mim|pra gente|for me|for us))?"
_LEAD = (
    r"^\W*(?:(?:oi|ola|bom dia|boa tarde|por favor|agora|entao|ai|eu|me|(?:voce|vc) (?:pode|consegue)|pode|poderia"
    r"|consegue|da (?:pra|para)|tem como|seria possivel|bora|vamos|quero|queria|gostaria de|preciso|precisava"
    r"|hey|hi|hello|please|now|let's|(?:can|could|would|will) you(?: please)?|i (?:want|need|would like) to"
    r"|i'd like to)[,!]? )*"
)
_POLITE = rf"{_FOR_ME}(?:,? (?:por favor|please|pf|pfv|obrigad[oa]|thanks|ta|ok))?[\s.!?]*$"
_MAKE = (
    r"(?:(?:ajud[ae]|help)(?: me)?(?: a| to)? )?"
    r"(?:cri[ea]r?|faca|faz|fazer|mont[ea]r?|gere|gerar|configur[ea]r?|create|make|build|set up|spin up|add)"
    rf"(?: me)?{_FOR_ME} "
)
_WANT = (
    r"(?:(?:ter|quero|queria|preciso(?: de)?|precisava(?: de)?|gostaria de|i need|i want|i would like|i'd like|we need)"
    r"(?: (?:ter|to have))? )"
)
_ONE = r"(?:(?:mais )?(?:um|uma|an?|outro|another) )?(?:nov[oa] |new )?"
_NAME = r"[\"“']?(?P<name>[^\"”',;:]{1,80}?)[\"”']?"
_CALLED = (
    r"(?:chamad[oa](?: de)?|de nome|com (?:o )?nome(?: de)?|chamando de|como|called|named|with the name|as)"
    rf" {_NAME}"
)
_PREPOSITIONS = r"sobre|d[eao]s?|para|pra|com|por|em|e|ou|about|on|of|for|with|to|by|and|or"
_NEW = re.compile(
    rf"{_LEAD}(?:{_MAKE}|{_WANT}|(?=(?:uma? |a )?(?:nov[oa] |new |{KIND} nov[oa]\b))){_ONE}"
    rf"(?P<before>(?:(?!(?:{_PREPOSITIONS})\b)[\w-]+ ){{0,2}}?){KIND}\b"
    rf"(?: nov[oa])?{_FOR_ME}(?! {_PROFESSIONS}\b)(?:,? {_CALLED})?"
    r"(?:(?::|,? (?:que|q|para|pra|that|which|who|to|for)\b|[,.] (?:ele|ela|it)\b"
    r"|,? (?!por favor)(?=(?:d[eo]|[a-z]+(?:d?or|ora|ista|nte)) ))"
    r" ?(?P<does>.{3,2000}?))?" + _POLITE,
    re.DOTALL,
)
_MINE = r"(?:os |as |todos |all |the )*(?:meus |my )?agente?s?"
_I_MADE = (
    r"(?: (?:que )?(?:eu )?(?:ja )?(?:tenho|temos|criei|fiz|existem|ha)| (?:that )?(?:do )?i (?:already )?"
    r"(?:have|made|created)| (?:are there|exist)| disponiveis| criados)?"
)
_LIST = re.compile(
    rf"{_LEAD}(?:(?:list[ea]r?|mostr[ea]r?|ver|veja|list|show)(?: me)? {_MINE}|lista de agentes"
    rf"|(?:cade|onde estao|where are) {_MINE}"
    rf"|(?:quais|que|which|what)(?: sao| are)? {_MINE}){_I_MADE}(?: aqui| here)?{_POLITE}"
)

_RULES = (
    r"(?:regras?|permissao|permissoes|limites?|direitos?|diretrizes|ferramentas|rules?|permissions?|limits?|rights?"
    r"|tools)"
)
_OF = r"(?:d[oea]|n[oa]|ao?|pro|pra|of|from|to|in)"
_DROP = r"(?:(?:tir|remov|apag|exclu|delet|elimin)\w{1,3}|drop|delete|remove|take)"
_CHANGE = (
    r"(?:(?:mud|alter|edit|ajust|atualiz|modific|modifiqu|configur|troc|troqu)\w{1,2}|change|edit|update|adjust|modify"
    r"|configure)"
)
_ADD = r"(?:(?:acrescent|adicion|inclu|coloc|coloqu|bot)\w{1,2}|ponha|por|poe|add|put|set)"
_FROM_NOW = (
    r"(?:a partir d[ea] (?:agora|hoje)|de (?:agora|hoje) em diante|daqui (?:pra|para) (?:a )?frente"
    r"|from (?:now|today) on)"
)
_SO = (
    r"(?:(?: (?:para que|pra que|de modo que|para|pra|so that|so|to|que|and|e|with|com)|:|,)"
    r"(?: (?:ele|ela|it|he|she))?)"
)
_NEW_NAME = rf"(?:para|pra|pro|por|como|de|to|as|into) {_NAME}"
_TELL = (
    r"(?:(?:mostr[ea]r?|ver|veja|dig[ao]|diz|cont[ea]|descrev[ae]r?|expli(?:que|ca)|list[ea]r?|show|tell|describe|explain"
    r"|list)(?: me)?(?: sobre| about)? )"
)
_MUST = (
    r"(?:(?:tambem|also) )?"
    r"(?:nao|nunca|jamais|sempre|so|somente|apenas|dev\w+|precisa|tem (?:que|de)|pode|vai|passa a|agora|must\w*"
    r"|should\w*|may|can\w*|needs to|has to|is (?:not |now )?allowed|never|always|only|now)\b"
)
_RULE_SIGNS = re.compile(
    r"\b(?:nunca|jamais|nao|nem|sem|sempre|so|somente|apenas|no maximo|ate \d+|mais|menos|antes de|em (?:ingles"
    r"|portugues|espanhol|frances)|never|not|cannot|\w+n't|without|always|only|at most|up to|no more than"
    r"|before|more|under|below|less|in (?:english|portuguese|spanish|french))\b"
)
"""Words by which a sentence about somebody is a rule, and not something they are to do now."""
_ANOTHER_WISH = re.compile(r"[,;.] ?(?:me )?(?:escrev[ea]|redija|resum[ae]|write|draft|summari[sz]e)\b")


_EFFECT_SIGNS = re.compile(
    r"\b(?:mex|apag|delet|exclu|remov|grav|escrev|alter|edit|salv|writ|chang|sav|respond|answer|repl)\w*"
    r"|\b(?:comandos?|commands?|internet|web|arquivos?|files?|palavras|words)\b"
)
"""Words of what a rule can be checked by: with them even a name in small letters is an agent's."""
_IN_WORDS = {
    "never_pt": "nunca {}",
    "never_en": "never {}",
    "may_pt": "pode {}",
    "may_en": "may {}",
    "answers_pt": "responde em {}",
    "answers_en": "answers in {}",
    "change": "{}",
}
"""How a change is told, by the group of a pattern that holds it."""


@dataclass(frozen=True, slots=True)
class AgentWish:
    """What somebody wants of an agent: the capability, and its parameters as far as they were said."""

    capability: str
    params: JsonObject
    name: str = ""
    """The name that was said, where it is nobody's."""
    choices: tuple[Name, ...] = ()
    """The agents one of which is meant, where the words do not say which."""


Needs = Literal["nothing", "agent", "rule", "effect"]
"""An agent there is; beside it words of a rule, or of an effect."""


@dataclass(frozen=True, slots=True)
class _Form:
    """Forms of sentences about one agent that want the same of it."""

    capability: str
    patterns: tuple[re.Pattern[str], ...]
    needs: Needs = "nothing"
    """What makes such a sentence a request about an agent, and not one about something that is called alike."""


def _form(capability: str, *patterns: str, needs: Needs = "nothing") -> _Form:
    whole = (re.compile(rf"{_LEAD}{each}{_POLITE}", re.DOTALL) for each in patterns)
    return _Form(capability, tuple(whole), needs)


_FORMS = (
    _form(
        COPY,
        rf"(?:(?:duplic|dupliqu|clon|copi)\w{{1,2}}|duplicate|clone|copy) {SIGN}(?:,? {_CALLED})?",
        rf"(?:(?:fac?a|faz|fazer|cri[ea]r?|make|create)(?: me)?{_FOR_ME} |i (?:want|need) )?"
        rf"(?:uma?|an?) (?:copia|clone|copy|duplicate|duplicata) (?:d[oea]|of) {SIGN}(?:,? {_CALLED})?",
    ),
    _form(
        EDIT,
        rf"(?:renom\w{{1,4}}|rename|rebatiz\w{{1,2}}) {SIGN} {_NEW_NAME}",
        rf"(?:(?:mud|troc|alter)\w{{1,2}}|troque|change)(?: o| the)? (?:nome|name) {_OF} {SIGN} {_NEW_NAME}",
        rf"change {SIGN}'s name {_NEW_NAME}",
        rf"(?:de|da|dar|give)(?: (?:ao?|pro|pra))? {SIGN} (?:(?:um|o|a|the) )?(?:novo |new )?"
        rf"(?:nome|name)(?: de| of|:) {_NAME}",
        rf"{SIGN} (?:agora |now )?(?:vai |deve |passa a |tem que |should |must |will )?"
        rf"(?:se cham(?:ar|a)|ser chamad[oa] de|be called|be named|is (?:now )?called) {_NAME}",
    ),
    _form(
        DELETE,
        rf"(?:{_DROP}|get rid of|jog(?:ue|a) fora|descart[ea]r?) {SIGN}",
        rf"nao preciso mais (?:d[eoa] )?{SIGN}(?:[,.;]? (?:pode )?(?:apagar|excluir|deletar|remover|apague|exclua))?",
        rf"i (?:no longer need|don't need) {SIGN}(?: any ?more)?(?:[,.;]? (?:please )?(?:delete|remove) it)?",
    ),
    _form(
        EDIT,
        rf"(?P<change>{_DROP}(?: out| away)? (?:(?:todas|todos|all) )?(?:(?:a|as|o|os|the) )?(?:[\w-]+ )?{_RULES}\b"
        rf".*?) {_OF} {SIGN}",
        rf"(?P<verb>{_DROP}(?: out| away)?) {_OF} {SIGN} (?P<change>.*?{_RULES}.*?)",
        rf"{_ADD}(?: {_OF})? {SIGN} (?:(?:a|uma|the) )?(?:regra|rule)(?: (?:de|que|to|that)|:)? (?P<change>.+?)",
        rf"{_ADD} (?:(?:a|uma|the) )?(?:regra|rule)(?: (?:de|que|to|that)|:)? (?P<change>.+?) {_OF} {SIGN}",
        rf"{_ADD} (?:(?:um|o|a|the) )?(?P<change>(?:limite|maximo|limit|maximum) (?:de|of) .+?) (?:{_OF}|on) {SIGN}",
        rf"(?:proib\w{{1,2}}|impec?\w{{1,3}}) {SIGN} de (?P<never_pt>.+?)",
        rf"(?:forbid|prohibit|ban|stop|prevent|keep) {SIGN} (?:from |to )(?P<never_en>.+?)",
        rf"{_CHANGE}(?: a| o) (?:lingua|idioma) d[oea] {SIGN} (?:para|pra|pro) (?:o )?(?P<answers_pt>\w+)",
        rf"{_CHANGE}(?: the)? language of {SIGN} to (?P<answers_en>\w+)",
        rf"{_CHANGE} {SIGN}(?:{_SO} (?P<change>.+?))?",
    ),
    _form(
        SHOW,
        rf"(?:{_TELL})?(?:o que|oq|o q|que|what)(?: e que)? {SIGN} (?:pode|sabe|consegue|faz|nao pode|nunca faz|can"
        r"|may)(?: (?:e|ou|and|or) (?:o que )?(?:nao pode|can't|cannot|may not))?(?: fazer| do)?",
        rf"(?:{_TELL})?what (?:can|may|does|can't) {SIGN} do",
        rf"(?:{_TELL})?what (?:is )?{SIGN} (?:is )?(?:not )?(?:allowed|able) to do",
        rf"(?:quais|que|what|which)(?: sao| are)?(?: as| os| the)? {_RULES}(?: (?:{_OF}|does|is|que))? {SIGN}"
        r"(?: (?:tem|segue|cumpre|obedece|respeita|have|follows?|obeys?|keeps? to|(?:is )?(?:held|bound) to|under))?",
        rf"{_TELL}(?:(?:as|os|the) )?(?:{_RULES} {_OF} )?{SIGN}",
        rf"what are {SIGN}'s {_RULES}",
        rf"como {SIGN} (?:esta|foi) configurad[oa]",
        rf"how is {SIGN} (?:configured|set up)",
    ),
    _form(
        SHOW,
        rf"{SIGN} (?:pode|deve|tem (?:permissao|direito)|can|may|is allowed) .+\?",
        rf"(?:can|may|does|is) {SIGN} .+\?",
        needs="agent",
    ),
    _form(
        EDIT,
        rf"{_FROM_NOW},? {SIGN} (?P<change>.+?)",
        rf"{SIGN}[:,]? {_FROM_NOW},? (?P<change>.+?)",
        rf"(?:deix[ea]r?|fac?a(?: com que)?|faz(?: com que)?|(?:quero|queria|preciso|gostaria) que|que|let|make|have"
        rf"|i want|i need) {SIGN} (?:to )?(?P<change>.+?)",
        rf"(?:fal[ea]|dig[ao]|diz|pec?[ao]|pede|avis[ea]|tell|ask)(?: (?:pro|pra|ao?|para))? {SIGN} "
        r"(?:para |pra |que |to )?(?P<change>(?:nao|nunca|jamais|sempre|so|not|never|always|only)\b.+?)",
        rf"{SIGN} (?P<change>{_MUST}.+?)",
        needs="rule",
    ),
    _form(
        EDIT,
        rf"(?:liber|deix|autoriz|permit)\w{{1,2}}(?: que)? {SIGN} (?:para |pra |a )?(?P<may_pt>.+?)",
        rf"(?:de|da|dar|deem) permissao (?:pro|pra|ao?|para) {SIGN} (?:para |pra |de )?(?P<may_pt>.+?)",
        rf"give {SIGN} permission to (?P<may_en>.+?)",
        rf"(?:let|allow|permit) {SIGN} (?:to )?(?P<may_en>.+?)",
        rf"{SIGN} (?P<change>(?:ja |agora |now )?(?:pode|may|can|is (?:now )?allowed to) .+?)",
        needs="effect",
    ),
)


def agent_wish(words: str, known: Sequence[Name] = ()) -> AgentWish | None:
    """Return what plain words want of an agent; None where they are about something else.

    `known` are the agents somebody made.
    """
    folded = fold(words)
    if len(folded) != len(words) or len(words) > LONGEST:
        return None  # places in the folded text have to be places in what was said
    mention = mention_in(words, known)
    if mention is not None and mention.is_known:
        return _wish_about(mention) or _wish_for_any(words, folded)
    wish = _wish_for_any(words, folded)
    if wish is not None or mention is None or _OTHERS.search(folded) is not None:
        return wish
    return _wish_about(mention)


def _wish_for_any(words: str, folded: str) -> AgentWish | None:
    """Return the wish for a new agent, or for the list of those there are."""
    if _OTHERS.search(folded) is not None:
        return None
    if (new := _NEW.match(folded)) is not None and not re.search(_PROFESSIONS, new["before"]):
        name, does = (_said(words, new, group) for group in ("name", "does"))
        return AgentWish(CREATE, {"name": name, "instructions": does})
    return None if _LIST.match(folded) is None else AgentWish(LIST, {})


def _wish_about(mention: Mention) -> AgentWish | None:
    folded = mention.folded
    for form in _FORMS:
        for pattern in form.patterns:
            found = pattern.match(folded)
            if found is not None and _is_meant(form, mention, folded):
                said = {name: _said(mention.words, found, name) for name, value in found.groupdict().items() if value}
                return _wish(form.capability, mention, said)
    return None


def _is_meant(form: _Form, mention: Mention, folded: str) -> bool:
    """Return whether a sentence of a form is about an agent, and not about something that is called alike."""
    if form.needs == "nothing":
        return form.capability != SHOW or mention.is_known or mention.is_plain
    has_effect = _EFFECT_SIGNS.search(folded) is not None
    is_other = re.search(rf"{SIGN} (?:d[eao]s?|of)\b", folded) is not None  # the reviewer of somebody
    if not mention.is_known or is_other or not (mention.is_plain or has_effect):
        return False
    if form.needs == "agent":
        return True
    is_rule = has_effect if form.needs == "effect" else _RULE_SIGNS.search(folded) is not None
    return is_rule and not folded.rstrip().endswith("?") and _ANOTHER_WISH.search(folded) is None


def _wish(capability: str, mention: Mention, said: dict[str, str]) -> AgentWish:
    params: JsonObject = {"agent": mention.name}
    if said.get("name"):
        params["name"] = said["name"]
    elif capability == EDIT:
        told = [form.format(said[group]) for group, form in _IN_WORDS.items() if said.get(group)]
        params["change"] = " ".join(part for part in (said.get("verb"), *told) if part)
    if mention.is_known and len(mention.agents) == 1:
        return AgentWish(capability, {**params, "agent": mention.agents[0].title})
    return AgentWish(capability, params, name="" if mention.is_known else mention.name, choices=mention.agents)


def _said(words: str, match: re.Match[str], group: str) -> str:
    return "" if match[group] is None else words[match.start(group) : match.end(group)].strip()
