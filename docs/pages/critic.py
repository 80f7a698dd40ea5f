"""The page of the critic: its 25 checks, how grave each is, and who mends what it finds."""

from __future__ import annotations

from aule.kernel.planning.critic.kinds import KINDS, SAFETY, FindingKind
from aule.kernel.planning.critic.model_checks import MOST
from aule.kernel.planning.critic.review import CHECKS, ESSENTIAL
from aule.kernel.planning.critic.texts import TEXTS
from aule.kernel.planning.router import TeamLimits
from pages.markdown import table

INTRO = """# The critic

Before a plan is shown for approval it is held against 25 checks. They are code: no model, no network, the same findings
in the same order each time, in the language of the plan. A *critical* finding keeps the plan from being ready; a
*warning* is shown on the card; *info* is a remark.

What can be mended without asking anybody is mended first: by a **rule** at once, or by the **planner**, who may try
{repairs} times. What is left is asked, one question at a time, beginning with what holds up most steps. At most
{questions} questions are asked about a plan, it is reviewed at most {rounds} times in a row, and the same thing is
never asked twice. Warnings are mended by a rule only while nobody has seen the plan; later it takes a click.

Saying *go on as it is* turns the criticals that are left into assumptions and risks of the plan, visible on its card;
those of checks marked ⚠ stay. Plans of apps that have no dialogue of their own are held against the checks marked ●
alone.
"""
MODELS = """
## What a model may add

Where a full model is connected it looks too, once no critical finding is left: goals no step covers, missing steps,
contradictions, broken rules, hidden assumptions, edge cases, weak validations, over-engineering. At most {most}
findings a round, with the codes `M-…`. Each has to name a step or a field and quote the plan or the project's rules
word for word; the quotation is looked up, and what is not found there is only a remark. Breaking a rule marked MUST is
critical.
"""


def page() -> str:
    """The Markdown of the page."""
    limits = TeamLimits()
    intro = INTRO.format(repairs=limits.repairs, questions=limits.questions, rounds=limits.rounds)
    rows = [[_code(each.code), _gravity(each.code), _sentence(each.meaning), _menders(each.code)] for each in CHECKS]
    findings = [
        [f"`{kind.code}`", kind.severity, _plain(TEXTS[name].issue), _plain(TEXTS[name].advice)]
        for name, kind in KINDS.items()
    ]
    return "\n".join(
        [
            intro,
            table(["code", "gravity", "what must hold", "mended by"], rows),
            "\n## Every finding\n",
            table(["code", "gravity", "what is said", "what to do"], findings),
            MODELS.format(most=MOST),
        ]
    )


def _code(code: str) -> str:
    return f"`{code}`" + (" ⚠" if code in SAFETY else "") + (" ●" if code in ESSENTIAL else "")


def _kinds(code: str) -> list[FindingKind]:
    return [kind for kind in KINDS.values() if kind.code == code]


def _gravity(code: str) -> str:
    found = dict.fromkeys(kind.severity for kind in _kinds(code))
    if code == "C07":
        found["warning"] = None  # where no file is changed
    return " or ".join(found)


def _menders(code: str) -> str:
    who = {"code": "a rule", "planner": "the planner", None: ""}
    found = [who[kind.fix] or ("you" if kind.asks else "") for kind in _kinds(code)]
    return ", ".join(each for each in dict.fromkeys(found) if each) or "–"


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _plain(text: str) -> str:
    """A text with the names of what is filled in, as a cell of a table."""
    return text.replace("!r}", "}").replace("{{", "{").replace("}}", "}").replace("|", "\\|")
