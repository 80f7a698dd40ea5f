"""Bounds put together: what a run may do at most when several have said so. A pure function below the gate.

Every scope has to allow a path, and of what was said about writing and about commands the strictest counts. So nobody
can widen what somebody else has narrowed, in whatever order they speak.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar, get_args

from aule.contracts.access.agent import Agent
from aule.contracts.access.capability import OnWrite
from aule.contracts.access.guidelines import FilesRule
from aule.contracts.access.runtimes import Choice, is_narrowed
from aule.contracts.runs.bounds import Bounds, Execution
from aule.sandbox.scope import Scope, scope_of

Said = TypeVar("Said", bound=str)

ON_WRITE: tuple[OnWrite, ...] = get_args(OnWrite)
"""From the strictest to the freest."""
EXEC: tuple[Execution, ...] = get_args(Execution)
"""From the strictest to the freest."""
WITHOUT_WRITING: frozenset[OnWrite] = frozenset({"fail", "propose"})
"""Under these nothing is written: what would be is kept as a proposal."""


@dataclass(frozen=True, slots=True)
class Bound:
    """What may be done at most, by all that was said."""

    scopes: tuple[Scope, ...] = ()
    """Each of them has to allow a path that is written."""
    on_write: OnWrite | None = None
    """What becomes of a write in scope; none where nobody set any bounds."""
    exec: Execution | None = None
    """Whether commands run; none where nobody set any bounds."""
    protected: bool = False
    environment: str = ""
    agent: str = ""
    """Whose bounds they are."""
    roots: tuple[str, ...] = ()
    """The only folder that may be worked in; two of them leave none."""
    sandboxed: bool = False
    """Whether only capabilities may be used that run in a sandbox."""

    @property
    def is_free(self) -> bool:
        """Whether nobody set any bounds."""
        return self.on_write is None

    @property
    def only_looks(self) -> bool:
        """Whether this is a look at the project that nobody's agent takes: what it leaves behind is thrown away."""
        return not self.agent and any(not scope.patterns for scope in self.scopes)

    @property
    def is_scoped(self) -> bool:
        """Whether only some paths may be written, or none."""
        return bool(self.scopes)

    def allows(self, path: str) -> bool:
        """Whether a canonical path may be written, as far as scopes go."""
        return all(scope.allows(path) for scope in self.scopes)

    def closed(self, path: str) -> Scope | None:
        """The scope that keeps a path from being written, if one does."""
        return next((scope for scope in self.scopes if not scope.allows(path)), None)


FREE = Bound()
"""Nobody set any bounds."""
_FREE_IN_SANDBOXES = Bound(sandboxed=True)
_SANDBOXED = Bounds(sandboxed=True)


def combined(bounds: Sequence[Bounds]) -> Bound:
    """What may be done at most when all of these were said; of what nobody spoke, the least is allowed.

    Rules of agents are no word of that kind: they narrow what others said, or what is free.
    """
    sandboxed = any(each.sandboxed for each in bounds)
    bounds = [each for each in bounds if each != _SANDBOXED]  # it says where calls run, and nothing of what they do
    if not bounds:
        return _FREE_IN_SANDBOXES if sandboxed else FREE
    scopes = {tuple(each.scope) for each in bounds if each.scope is not None}
    rules, said = [each for each in bounds if each.by_rule], [each for each in bounds if not each.by_rule]
    on_write: OnWrite | None = strictest((each.on_write for each in said), ON_WRITE) or ("fail" if said else None)
    execution: Execution | None = strictest((each.exec for each in said), EXEC) or ("off" if said else None)
    return Bound(
        scopes=tuple(scope_of(patterns) for patterns in sorted(scopes)),
        on_write=strictest((on_write, *(each.on_write for each in rules)), ON_WRITE) or "fail",
        exec=strictest((execution, *(each.exec for each in rules)), EXEC) or "off",
        protected=any(each.protected for each in bounds),
        environment=", ".join(sorted({each.environment for each in bounds if each.environment})),
        agent=", ".join(sorted({each.agent for each in bounds if each.agent})),
        roots=tuple(sorted({each.root for each in bounds if each.root})),
        sandboxed=sandboxed,
    )


def bounds_of(agent: Agent | None, lent: Sequence[Bounds] = ()) -> list[Bounds]:
    """What an agent may do at most, wherever it works.

    One of a manifest that names no scope only reads, unless its run was lent one by a person.
    """
    if agent is None:
        return []
    by_rules = _bounds_by_rules(agent)
    if agent.mode == "service" or (agent.mode != "project_resident" and agent.bounds is None):
        return by_rules if agent.bounds is None else [agent.bounds, *by_rules]
    own = agent.bounds or Bounds(agent=agent.id)
    has_scope = own.scope is not None or any(each.scope for each in lent)
    return [own if has_scope else own.model_copy(update={"scope": []}), *by_rules]


def bounds_of_runtime(choice: Choice) -> list[Bounds]:
    """What a choice of tools by where they run leaves: all of them, or only those in a sandbox."""
    return [_SANDBOXED] if is_narrowed(choice) else []


def is_sandboxed(agent: Agent, lent: Sequence[Bounds]) -> bool:
    """Whether an agent of a run with these bounds may use only what runs in a sandbox."""
    return any(each.sandboxed for each in (*lent, *([] if agent.bounds is None else [agent.bounds])))


def _bounds_by_rules(agent: Agent) -> list[Bounds]:
    """What an agent's guidelines say about files: only those are changed, each write and each command asks."""
    rules = [rule for rule in agent.guidelines if isinstance(rule, FilesRule)]
    return [
        Bounds(agent=agent.id, scope=_files_under(rule.paths), on_write="ask", exec="ask", by_rule=True)
        for rule in rules
    ]


def _files_under(paths: Sequence[str]) -> list[str]:
    """Return the patterns of paths; one that names a folder or a file without any pattern means all below it, too."""
    plain = [path.removeprefix("./").rstrip("/") or "**" for path in paths]
    below = [f"{path}/**" for path in plain if not set("*?[{!") & set(path)]
    return [*plain, *below]


def of_step(step: Bounds | None, *, is_seen: bool) -> list[Bounds]:
    """What a step says it may do at most. In a graph that nobody allowed as it is, it cannot say: without asking."""
    if step is None:
        return []
    if is_seen:
        return [step]
    asking = {"on_write": strictest([step.on_write, "ask"], ON_WRITE), "exec": strictest([step.exec, "ask"], EXEC)}
    return [step.model_copy(update=asking)]


def strictest(said: Iterable[Said | None], order: Sequence[Said]) -> Said | None:
    """The strictest of what was said; none if nothing was."""
    return min((each for each in said if each is not None), key=order.index, default=None)
