"""Traits: what is said about a capability beside its function, and the capability that comes of both."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from aule.contracts.access.capability import Approve, Capability, Effect, Runtime
from aule.kernel.capabilities.registry import APPROVAL_BY_EFFECT, EffectOf, HostsOf, Previewer, Registered
from aule.kernel.capabilities.signature import Body, read_signature

Words = str | Mapping[str, str]
"""Text in English, or by language: `{"en": …, "pt": …}`."""


class Traits(TypedDict, total=False):
    """What can be said about a capability beside its effect."""

    title: Words
    category: str
    targets: Sequence[str]
    reversible: bool
    idempotent: bool
    anywhere: bool
    internal: bool
    """Whether it is a step of runs that the app starts: no agent is shown it, and nobody asks for it in words."""
    unspoken: bool
    """Whether agents use it, and no sentence of a person means it: it needs no example sentences."""
    preview: Previewer
    effect_of: EffectOf
    hosts: HostsOf
    """Names the hosts that a call with a given context reaches; consent is asked for each of them."""
    approval: Approve
    timeout_s: float
    runtime: Runtime
    """Where its code runs; in the system's own process where nothing is said."""
    calls: Sequence[str]
    """The capabilities it may call in the course of its own call: exact names, or `app.*`."""
    aliases: Sequence[str] | Mapping[str, dict[str, Any]]
    """Other names it goes by; where they are keys, with the parameters such a name says by itself."""
    since: str


def registered(app: str, function: Body, effect: Effect, traits: Traits) -> Registered:
    """Return a function as a capability of an app, with what is said about it."""
    signature = read_signature(function)
    name = function.__name__
    title = traits.get("title") or name.replace("_", " ").capitalize()
    preview = traits.get("preview")
    capability = Capability(
        name=f"{app}.{name}",
        app=app,
        category=traits.get("category", app),
        title=english_words(title),
        titles=other_words(title),
        description=_description(function),
        params=signature.params,
        returns=signature.returns,
        effect=effect,
        targets=_targets(name, signature.params, traits),
        reversible=traits.get("reversible", False),
        idempotent=traits.get("idempotent", effect is Effect.READ),
        anywhere=traits.get("anywhere", False),
        internal=traits.get("internal", False),
        unspoken=traits.get("unspoken", False),
        previewable=preview is not None,
        approval=traits.get("approval", APPROVAL_BY_EFFECT[effect]),
        timeout_s=traits.get("timeout_s", 60),
        aliases=list(traits.get("aliases", ())),
        since=traits.get("since", "0.1.0"),
        runtime=traits.get("runtime", Runtime.NATIVE),
        calls=list(traits.get("calls", ())),
    )
    aliases = traits.get("aliases", ())
    presets: Mapping[str, dict[str, Any]] = aliases if isinstance(aliases, Mapping) else {}
    return Registered(capability, signature, function, preview, traits.get("effect_of"), presets, traits.get("hosts"))


def _targets(name: str, params: dict[str, Any], traits: Traits) -> list[str]:
    targets = list(traits.get("targets", ()))
    for target in targets:
        if target not in params["properties"]:
            raise TypeError(f"the target {target!r} is not a parameter of {name!r}")
    return targets


def _description(function: Body) -> str:
    text = inspect.getdoc(function)
    if not text:
        raise TypeError(f"the capability {function.__name__!r} needs a docstring: it is what people and models read")
    return text


def other_words(words: Words) -> dict[str, str]:
    """Return a text in every language but English."""
    return {} if isinstance(words, str) else {key: text for key, text in words.items() if key != "en"}


def english_words(words: Words) -> str:
    """Return a text in English."""
    return words if isinstance(words, str) else words["en"]
