"""Wishes: what a turn's words come to without a model, from the first sentence to the last answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from aule.contracts.access.capability import Capability, Effect
from aule.contracts.ambient import Ambient
from aule.contracts.plans.recipe import Recipe
from aule.contracts.talk.brain import Attached, Entry, Prompt, Said, Standing
from aule.contracts.talk.understanding import Act, Understood, Verdict
from aule.models.builtin.corrections import Correction, corrected_by, correction_of, other_readings, without_past
from aule.models.builtin.examples import Examples, without_names
from aule.models.builtin.language import Language
from aule.models.builtin.phrases import phrase
from aule.models.builtin.understood import understood
from aule.text.words import fold
from aule.understanding.dialogue import Dialogue, Wanted
from aule.understanding.filling.fields import FieldBook, Frame, frame_of
from aule.understanding.follow_up import after
from aule.understanding.front import Front
from aule.understanding.readings import Heard, Reading, Understanding
from aule.understanding.recipes import frame_name, recipe_book, recipe_frame, stands_alone
from aule.understanding.values.names import Name, Roster

HARMLESS = (Effect.READ, Effect.NAVIGATE)
ARTIFACT, PATH = "artifact", "path"
"""Kinds of things that can be attached."""


@dataclass(frozen=True, slots=True)
class Turned:
    """What a turn's words come to."""

    found: Understanding
    words: str
    told: Understood
    is_dropped: bool = False
    """Whether none of what was offered was meant."""
    corrects: str = ""
    """The sentence of the turn before that was misunderstood; empty where none was."""

    def outside(self) -> Turned:
        """Return the same words, taken for something that nothing here can do."""
        told = self.told.model_copy(update={"decision": Verdict.OUTSIDE, "calls": [], "others": [], "unused": []})
        return replace(self, found=Understanding(self.found.act, Verdict.OUTSIDE), told=told)


@dataclass(slots=True)
class Wishes:
    """Takes words to what is wanted."""

    front: Front
    books: Callable[[], Mapping[str, FieldBook]]
    recipes: Callable[[], Sequence[Recipe]]
    ambient: Ambient
    examples: Examples | None = None
    """The sentences that a person let this machine keep."""
    _frames: dict[str, tuple[Capability, Frame]] = field(default_factory=dict[str, tuple[Capability, Frame]])
    _said: dict[str, FieldBook] = field(default_factory=dict[str, FieldBook])
    """What each app says, with its recipes."""
    _recipes: tuple[Recipe, ...] = ()
    """The recipes that the frames were made with."""

    async def of(self, prompt: Prompt, words: str, answers: Sequence[str], language: Language) -> Turned:
        """Return what the words of a turn mean, with the answers that were given to its questions since."""
        heard = self._heard(prompt, words, language)
        corrects = corrected_by(prompt.meant, prompt.dialogue, words)
        found = await self._meant(prompt, heard)
        if found is None and (correction := correction_of(prompt.dialogue, words)) is not None:
            found, heard = await self._corrected(correction, heard)
            words = heard.words
            wrong = {each.capability for each in correction.told.calls}
            corrects = correction.told.words if found.best is None or found.best.frame.name not in wrong else ""
        if found is None:
            heard = replace(heard, learned=await self._examples(words, heard.roster))
            found = await self.front.understand(heard)
        for said in answers:
            if found.decision is Verdict.CHOOSE:
                if not said or fold(said) == fold(phrase("neither", language)):
                    return Turned(found, words, self._told(found, words, language, heard), is_dropped=True)
                chosen = next((each for each in found.readings if _is_named(each, said, language)), None)
                if chosen is not None:
                    found = _taken(chosen, found)
                    continue
                words = said
            elif found.decision is Verdict.ASK and (best := found.best) is not None and best.missing is not None:
                last = Wanted(best.frame.name, dict(best.values))
                heard = replace(
                    heard, dialogue=replace(heard.dialogue, last=last, asked=best.missing.name, waits=False)
                )
            heard = replace(heard, words=said, learned={})
            earlier = found.also
            found = await self.front.understand(heard)
            if found.act is Act.ANSWER:
                found = replace(found, also=earlier)
            elif found.act is not Act.STOP:
                words = said
        corrects = without_names(corrects, heard.roster)
        return Turned(found, words, self._told(found, words, language, heard), corrects=corrects)

    async def _corrected(self, correction: Correction, heard: Heard) -> tuple[Understanding, Heard]:
        """Return what is meant in place of what was understood before.

        What is said instead, else the other readings.
        """
        anew = replace(heard, words=correction.instead, dialogue=without_past(heard.dialogue))
        if correction.instead:
            for each in (replace(heard, words=correction.instead), anew):
                found = await self.front.understand(each)
                if found.decision in (Verdict.DO, Verdict.ASK) or found.act in (Act.UNDO, Act.REDO, Act.STOP):
                    return found, each
        return other_readings(correction.told, heard.frames), replace(anew, words=correction.told.words)

    async def _examples(self, words: str, roster: Roster) -> dict[str, float]:
        return {} if self.examples is None else await self.examples.shares(words, roster)

    def frame(self, capability: Capability) -> Frame:
        """Return the frame of a capability; made once."""
        known = self._frames.get(capability.name)
        if known is None or known[0] != capability:
            known = self._frames[capability.name] = (capability, frame_of(capability, self._book(capability.app)))
        return known[1]

    def recipe(self, name: str) -> Recipe | None:
        """Return the recipe whose frame goes by a name."""
        return next((each for each in self.recipes() if frame_name(each) == name), None)

    def _book(self, app: str) -> FieldBook:
        """Return what an app says of its things and parameters, and by its recipes; made once."""
        if app not in self._said:
            own = self.books().get(app, FieldBook())
            self._said[app] = recipe_book([each for each in self._recipes if each.app == app], own).with_own(own)
        return self._said[app]

    def _may_be_meant(self, prompt: Prompt) -> dict[str, Frame]:
        """Return the frames of what can be called here, and of recipes that stand alone and make only such calls."""
        recipes = tuple(self.recipes())
        if recipes != self._recipes:
            self._frames.clear()
            self._said.clear()
            self._recipes = recipes
        offered = (*prompt.tools, *prompt.plannable)
        tools = {each.name: each for each in offered if not each.internal and not each.unspoken}
        found = {name: self.frame(each) for name, each in tools.items()}
        own = self.books()
        for recipe in (each for each in recipes if stands_alone(each, own.get(each.app, FieldBook()))):
            called = [tools.get(call.capability) for call in recipe.calls]
            writes = next((each.effect for each in called if each is not None and each.effect not in HARMLESS), None)
            if None not in called:
                found[frame_name(recipe)] = recipe_frame(recipe, writes or Effect.READ)
        return found

    async def _meant(self, prompt: Prompt, heard: Heard) -> Understanding | None:
        """Return what was chosen on a card, as if it had been understood."""
        chosen = [] if prompt.meant is None else prompt.meant.calls
        frames = [heard.frames.get(each.capability) for each in chosen]
        readings = [Reading(frame, 1.0, dict(each.params)) for frame, each in zip(frames, chosen, strict=True) if frame]
        if not readings or len(readings) < len(chosen):
            return None  # something of it cannot be done here: the words are understood by themselves
        act = Act.CORRECTION if _waits(prompt.dialogue) else Act.REQUEST
        first, *also = [
            Understanding(act, Verdict.DO if each.missing is None else Verdict.ASK, (each,)) for each in readings
        ]
        return replace(first, also=tuple(also))

    def _heard(self, prompt: Prompt, words: str, language: Language) -> Heard:
        roster = Roster.of(prompt.names)
        now = self.ambient.clock.now().astimezone()
        return Heard(
            words=words,
            today=now.date(),
            now=now,
            frames=self._may_be_meant(prompt),
            language=language,
            apps=prompt.apps,
            roster=roster,
            dialogue=_dialogue(prompt.dialogue, _shown(prompt)),
        )

    def _told(self, found: Understanding, words: str, language: Language, heard: Heard) -> Understood:
        standing = heard.dialogue
        for each in (found, *found.also):
            if each.best is not None and each.decision in (Verdict.DO, Verdict.ASK):
                standing = after(standing, each.best.frame, each.best.values)
        return understood(found, words, language, dict(standing.focus))


def _waits(standing: Standing | None) -> bool:
    return standing is not None and bool(standing.waiting or standing.plan)


def _dialogue(standing: Standing | None, shown: Mapping[str, str]) -> Dialogue:
    if standing is None:
        return Dialogue(shown=shown)
    last = standing.last
    return Dialogue(
        last=None if last is None else Wanted(last.capability, last.params),
        waits=_waits(standing),
        listed=standing.listed,
        focus=standing.focus,
        shown=shown,
    )


def attached(history: Sequence[Entry]) -> tuple[Attached, ...]:
    """Return what the person put beside their latest words."""
    said = (entry for entry in reversed(history) if isinstance(entry, Said) and entry.role == "user")
    return next((entry.attached for entry in said), ())


def _shown(prompt: Prompt) -> dict[str, str]:
    """Return what is open on the screen, by its kind, and the one thing of a kind that is attached."""
    id = prompt.about.partition(":")[2].rpartition("/")[2]
    found: Name | None = next((each for each in prompt.names if id and each.id == id), None)
    beside = attached(prompt.history)
    kinds = {
        ARTIFACT: [each.ref.partition(":")[2] for each in beside if each.ref.startswith(f"{ARTIFACT}:")],
        PATH: [each.path for each in beside if each.path is not None],
    }
    shown = {} if found is None else {found.kind: found.title}
    return shown | {kind: meant[0] for kind, meant in kinds.items() if len(meant) == 1}


def _is_named(reading: Reading, said: str, language: Language) -> bool:
    return fold(said) in (fold(reading.frame.title(language)), fold(reading.frame.name))


def _taken(chosen: Reading, found: Understanding) -> Understanding:
    """Return what was understood when somebody chose one of the readings: nothing else is left of the choice."""
    others = tuple(each for each in found.readings if each is not chosen)
    decision = Verdict.DO if chosen.missing is None else Verdict.ASK
    return replace(found, decision=decision, readings=(replace(chosen, share=1.0, is_clash=False), *others))
