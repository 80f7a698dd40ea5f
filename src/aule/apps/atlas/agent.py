"""The agent that looks after a company's strategy: what it is told, and what it may do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files

from aule.apps.atlas.app import atlas
from aule.apps.atlas.batch.subjects import SUBJECTS, Naming
from aule.apps.atlas.reading.context import block
from aule.contracts.access.capability import Capability
from aule.sdk import Agent, Allowed, Budget

_UNTOLD = frozenset({"company", "expected", "plan_id"})
"""Parameters that are for doors, not for actions in a batch."""
_AT_HAND = ("atlas.execute", "atlas.bulk_import", "atlas.search", "atlas.get", "atlas.summary", "atlas.attention")
"""What it is always shown; everything else is found by its words."""
_CORE = ("core.ask_user", "core.find_capabilities", "core.read_artifact", "core.now", "core.undo_changes")
_DOCUMENTS = ("knowledge.list_documents", "knowledge.search_knowledge", "knowledge.ask")
"""What it may read of the owner's documents."""
_VERBS = ("create", "update", "delete", "confirm", "dismiss")
_ONE_OF = {"check_in": ("value", "monthly_actual")}
"""Fields of which an action needs one."""
_ALONE = frozenset({"create_company", "update_company", "switch_defaults"})
"""What is no action of a batch."""


def documentation(capabilities: Sequence[Capability]) -> str:
    """Return what each action takes, one a line: `*` has to be there, `a|b` is one of these."""
    known = {each.name.removeprefix("atlas."): each for each in capabilities if _is_action(each)}
    return "\n".join(_line(name, known) for name in known)


def _is_action(capability: Capability) -> bool:
    name = capability.name.removeprefix("atlas.")
    return (
        name.partition("_")[0] in (*_VERBS, "check", "link", "unlink", "close", "generate", "bulk")
        and name not in _ALONE
    )


def _line(name: str, known: Mapping[str, Capability]) -> str:
    named = list(_references(name))
    references = ["|".join(field for field in naming.fields if _is_told(name, naming, field)) + "*" for naming in named]
    together = {field for naming in named for field in naming.fields} | set(_ONE_OF.get(name, ()))
    if name in _ONE_OF:
        references.append("|".join(_ONE_OF[name]) + "*")
    fields = [field for field in _fields(known[name]) if field.rstrip("*") not in together]
    made = known.get(name.replace("update_", "create_", 1)) if name.startswith("update_") else None
    if made is not None:  # an edit takes what making takes: said once
        same = {field.rstrip("*") for field in _fields(made)}
        fields = [f"any field of {made.name.removeprefix('atlas.')}", *(each for each in fields if each not in same)]
    return f"- {name}: {', '.join([*references, *fields])}"


def _fields(capability: Capability) -> list[str]:
    """Return the fields an action takes, those first that have to be there."""
    required = set(capability.params.get("required", ()))
    told = [field for field in capability.params["properties"] if field not in _UNTOLD]
    return [f"{each}*" for each in told if each in required] + [each for each in told if each not in required]


def _is_told(name: str, naming: Naming, field: str) -> bool:
    """Return what is edited or deleted was there before the batch.

    What is made may belong to something the batch makes.
    """
    return field != naming.ref or name.startswith("create_")


def _references(name: str) -> Iterator[Naming]:
    """Yield what an action has to name: what it is about, or what a new thing belongs to."""
    verb, _, noun = name.partition("_")
    if name == "check_in":
        noun = "key_result"
    subject = SUBJECTS.get(noun)
    if subject is None:
        return
    if verb == "create":
        if subject.above is not None:
            yield subject.above
    elif verb in (*_VERBS, "check"):
        yield subject.naming


def _persona() -> str:
    text = files("aule.apps.atlas").joinpath("prompts", "atlas.md").read_text(encoding="utf-8").strip()
    return f"{text}\n\n{documentation([each.capability for each in atlas.capabilities])}"


atlas.agent(
    Agent(
        id="atlas",
        name="Atlas",
        description="Looks after the strategy: pillars, objectives, key results, check-ins, reports.",
        descriptions={"pt": "Cuida da estratégia: pilares, objetivos, resultados-chave, check-ins, relatórios."},
        persona_text=_persona(),
        icon="target",
        color="green",
        capabilities=Allowed(allow=[*_AT_HAND, "atlas.*", *_CORE, *_DOCUMENTS]),
        budget=Budget(max_turns=20, max_tokens=300_000),
    ),
    context=block,
)
