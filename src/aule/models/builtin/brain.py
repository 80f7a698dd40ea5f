"""Tier 0: the front instead of a model. It does what is clear, asks the one question, and never guesses a write."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from aule.contracts.access.capability import Capability, Result
from aule.contracts.ambient import Ambient
from aule.contracts.events.facts import CallRequested
from aule.contracts.plans.recipe import Recipe, RecipeCall
from aule.contracts.talk.brain import (
    Attached,
    Entry,
    Heard,
    Observed,
    Piece,
    Prompt,
    Said,
    Speech,
    Spent,
    Standing,
    Thought,
    Wish,
)
from aule.contracts.talk.understanding import Act, Understood, Verdict
from aule.models.builtin import corrections, look_ups, memories, overview
from aule.models.builtin.examples import Examples
from aule.models.builtin.language import Language, language_of
from aule.models.builtin.memories import SAVE, SEARCH
from aule.models.builtin.phrases import phrase, small_talk
from aule.models.builtin.replies import plain, render
from aule.models.builtin.suggestions import Suggestions
from aule.models.builtin.understood import params_of, question_for
from aule.models.builtin.wishes import Turned, Wishes, attached
from aule.models.local.embeddings import Encoder
from aule.models.local.recent_sentences import RecentSentences
from aule.models.providers.catalog import BUILTIN, RECIPES
from aule.text.words import fold
from aule.understanding.deeds import asks
from aule.understanding.filling.fields import FieldBook
from aule.understanding.front import Front
from aule.understanding.readings import Reading, Understanding
from aule.understanding.recipes import calls_of, slots_of
from aule.understanding.sentence import Wording

ASK, PLAN, DROP, UNDO = "core.ask_user", "planner.plan", "planner.drop", "core.undo_changes"
MOST_TITLES = 12
MOST_EXAMPLES = 3
WORTH_TRYING = (SAVE, "core.create_note", "core.list_notes")
"""What is shown by example to somebody whose question has no answer here, the most useful first."""
_UNCLEAR = (Verdict.OUTSIDE, Verdict.CHOOSE)
"""What was decided about words that ask for nothing in particular."""
CORE = "core"
"""The app whose recipes every agent has."""


@dataclass(slots=True)
class _Scene:
    """One request and everything since: what the next response follows from."""

    message: str
    language: Language
    tools: dict[str, Capability]
    recipes: list[Recipe]
    attached: tuple[Attached, ...] = ()
    offered: list[Recipe] = field(default_factory=list[Recipe])
    """What it says it can do, the most telling first."""
    results: list[Observed] = field(default_factory=list[Observed])
    in_vain: list[str] = field(default_factory=list[str])
    """What is said of places that were looked in and had nothing."""

    @property
    def titles(self) -> str:
        titles = [title(recipe, self.language) for recipe in self.offered]
        return "\n".join(f"- {text}" for text in titles[:MOST_TITLES])


def _offered(known: Sequence[Recipe], recipes: Sequence[Recipe]) -> list[Recipe]:
    """Return what to offer: the agent of one app speaks of that app first, of what it plans before what it looks up."""
    apps = {recipe.app for recipe in known} - {CORE}
    if len(apps) != 1:
        return list(known)
    plans = [recipe for recipe in recipes if recipe.app in apps and recipe.plan is not None]
    own = [recipe for recipe in known if recipe.app in apps]
    return [*plans[: MOST_TITLES // 2], *own, *(recipe for recipe in known if recipe.app not in apps)]


class Builtin:
    """A brain without a model: what it answers follows from the prompt and the recipes alone."""

    provider = BUILTIN
    model = RECIPES
    tier: Literal[0, 1, 2] = 0
    context_length = 1_000_000

    def __init__(
        self,
        recipes: Callable[[], Sequence[Recipe]],
        ambient: Ambient,
        sentences: RecentSentences | None = None,
        books: Callable[[], Mapping[str, FieldBook]] = dict,
    ) -> None:
        self._recipes = recipes
        self._ambient = ambient
        self._sentences = sentences or RecentSentences(Encoder(ambient.clock))
        self.wishes = Wishes(Front(self._sentences), books, recipes, ambient, Examples(self._sentences))
        self.suggestions: Callable[[], Mapping[str, Suggestions]] = dict

    async def respond(self, prompt: Prompt) -> AsyncGenerator[Piece]:
        """Answer from the recipes."""
        message, since = current(prompt.history)
        language = language_of(prompt.locale, message)
        tools = {capability.name: capability for capability in prompt.tools}
        recipes = self._recipes()
        known = [
            recipe
            for recipe in recipes
            if recipe.plan is None and all(call.capability in tools for call in recipe.calls)
        ]
        scene = _Scene(message, language, tools, known, attached(prompt.history), _offered(known, recipes))
        talk = None if since else self._small_talk(scene, prompt)
        if talk is not None:
            yield Speech(talk)
        else:
            if (told := self._untold(scene, prompt.history)) and not since:
                yield Speech(f"{told}\n\n")
            for piece in await self._answer(scene, since, prompt):
                yield piece
        yield Spent()

    async def understand(self, prompt: Prompt, words: str) -> Understood:
        """Return what words are understood as; nothing is said or done about it."""
        return (await self.wishes.of(prompt, words, (), language_of(prompt.locale, words))).told

    async def close(self) -> None:
        """Let go of the sentence encoder."""
        await self._sentences.close()

    async def _answer(self, scene: _Scene, since: Sequence[Observed], prompt: Prompt) -> Sequence[Piece]:
        """Return what follows from what the front understands, and from what came back since."""
        consent = corrections.consent_in(since, ASK)
        questions = [entry.result for entry in since if entry.capability == ASK and entry is not consent]
        scene.results = [entry for entry in since if entry.capability not in (ASK, DROP)]
        if any(not result.ok for result in questions):
            return [Speech(phrase("unanswered", scene.language))]
        turned = await self.wishes.of(prompt, scene.message, [answer_of(each) for each in questions], scene.language)
        if not questions:
            kept = [self.wishes.frame(tools) for name, tools in scene.tools.items() if name in (SEARCH, SAVE)]
            turned = memories.with_memory(turned, prompt, kept, scene.language)
        if told := self._looked_up(scene, turned, prompt):
            return told
        if scene.results:
            further = self._look_further(scene, turned, prompt)
            return further or self._taught(scene, turned, consent)
        if turned.corrects:
            scene.message = turned.words
        if turned.is_dropped:
            return [Speech(phrase("dropped", scene.language))]
        if scene.attached and prompt.meant is None and _is_only_about(turned.found, scene.message, scene.attached):
            turned = turned.outside()
        first = () if questions and not turned.corrects else (Heard(turned.told),)
        return [*first, *self._decided(scene, turned, prompt)]

    def _decided(self, scene: _Scene, turned: Turned, prompt: Prompt) -> Sequence[Piece]:
        """Return what to say or do, by what was decided."""
        if look_ups := self._look_ups(scene, turned, prompt):
            return [Thought(phrase("thought_look_up", scene.language)), *look_ups]
        match turned.found.decision:
            case Verdict.TALK:
                return self._talk(scene, turned.found.act, prompt.dialogue or Standing())
            case Verdict.OUTSIDE if turned.found.is_of_part:
                return [
                    Thought(phrase("thought_nothing", scene.language)),
                    Speech(phrase("only_whole", scene.language)),
                ]
            case Verdict.OUTSIDE:
                return self._nothing(scene)
            case Verdict.CHOOSE:
                return [*self._given_up(scene, turned, prompt), *self._choice(scene, turned)]
            case Verdict.ASK:
                return self._missing(scene, turned)
            case Verdict.DO:
                return self._calls(scene, turned, prompt)

    def _looked_up(self, scene: _Scene, turned: Turned, prompt: Prompt) -> Sequence[Piece]:
        """Return what was found where this brain looked by itself; nothing found is set aside, and the words decide.

        Where something stood beside the words, they were about that: then it is said that nothing was found there.
        """
        if turned.found.act not in (Act.REQUEST, Act.FOLLOW_UP) or turned.found.decision not in _UNCLEAR:
            return []
        places = {each.capability: each for each in prompt.look_ups}
        looked = [each for each in scene.results if each.capability in places]
        found = [each for each in looked if look_ups.is_found(each)]
        found = found or [each for each in looked if look_ups.is_near(each)]
        kinds = {ref.ref.partition(":")[0] for ref in scene.attached}
        is_narrow = any(kinds & set(places[each.capability].attached) for each in looked)
        if found or is_narrow:
            told = [look_ups.answer_in(each) or failure(each.result, scene.language) for each in found or looked]
            return [Speech("\n\n".join(dict.fromkeys(told)))]
        scene.results = [each for each in scene.results if each not in looked]
        scene.in_vain = look_ups.nothing_of(looked, places, scene.language)
        return []

    def _look_ups(self, scene: _Scene, turned: Turned, prompt: Prompt) -> list[Wish]:
        """Return where to look for an answer to words that are not understood otherwise."""
        is_unclear = turned.found.act in (Act.REQUEST, Act.FOLLOW_UP) and turned.found.decision in _UNCLEAR
        return self._look_up_wishes(scene, prompt) if is_unclear else []

    def _look_up_wishes(self, scene: _Scene, prompt: Prompt) -> list[Wish]:
        """Return the calls that look everywhere an answer may be, each place once in a turn."""
        looked = {entry.capability for entry in current(prompt.history)[1]}
        return [
            self._wish(each.capability, params)
            for each in prompt.look_ups
            if each.capability in scene.tools and each.capability not in looked
            for params in look_ups.params_of(each, scene.message, scene.attached)
        ]

    def _look_further(self, scene: _Scene, turned: Turned, prompt: Prompt) -> Sequence[Piece]:
        """Return further places to look in where what was read answers by half, then what all of them say."""
        places = {each.capability: each for each in prompt.look_ups}
        looked = [each for each in scene.results[1:] if each.capability in places]
        scene.results = [each for each in scene.results if each not in looked]
        if not look_ups.is_half_answered(turned, scene.results, places):
            return []
        if not looked:
            wishes = self._look_up_wishes(scene, prompt)
            return [Thought(phrase("thought_look_further", scene.language)), *wishes] if wishes else []
        [read] = self._told(scene, turned)
        is_of_memory = scene.results[0].capability == SEARCH
        told = look_ups.joined(read.delta, looked, places, scene.language, is_of_memory=is_of_memory)
        return [Speech(told)]

    def _small_talk(self, scene: _Scene, prompt: Prompt) -> str | None:
        """Return the answer to a greeting, to thanks or to a call for help, with what this person has.

        None for all else.
        """
        kind = overview.kind_of(scene.message)
        standing = prompt.dialogue or Standing()
        if kind == overview.NEXT and (standing.waiting or standing.plan):
            return phrase("approve_there", scene.language)
        if kind and prompt.on_record is not None:
            tools = (*prompt.tools, *prompt.plannable)
            found = overview.overview(
                prompt.on_record, self.suggestions(), tools, self.wishes.frame, scene.language, prompt.apps
            )
            if found.sentences or found.record:
                return found.told(kind, scene.titles, scene.language, has_model=prompt.on_record.has_model)
        return small_talk(scene.message, scene.language, scene.titles)

    def _talk(self, scene: _Scene, act: Act, standing: Standing) -> Sequence[Piece]:
        """Return what is said, or done, where words ask for nothing of their own."""
        language = scene.language
        match act:
            case Act.UNDO | Act.REDO:
                subject = standing.changed if act is Act.UNDO else standing.undone
                if not subject or UNDO not in scene.tools:
                    return [Speech(phrase(f"nothing_to_{act.value}", language))]
                return [Thought(phrase(f"thought_{act.value}", language)), self._wish(UNDO, {"run": subject})]
            case Act.STOP:
                if standing.plan and DROP in scene.tools:
                    return [self._wish(DROP, {"plan": standing.plan})]
                return [Speech(phrase("set_aside" if standing.waiting else "dropped", language))]
            case Act.GO_ON:
                waits = bool(standing.waiting or standing.plan)
                return [Speech(phrase("approve_there" if waits else "nothing_waits", language))]
            case Act.NOT_MEANT:
                return [Speech(phrase("say_anew", language))]
            case Act.HELP:
                return [Speech(phrase("help", language, titles=scene.titles))]
            case _:
                return [Speech(phrase("welcome", language))]

    def _choice(self, scene: _Scene, turned: Turned) -> Sequence[Piece]:
        titles = [each.frame.title(scene.language) for each in turned.found.readings]
        if not titles:
            wish = self._ask(scene, phrase("say_anew", scene.language), [])
            return [wish or Speech(phrase("say_anew", scene.language))]
        thought = Thought(phrase("thought_unsure", scene.language, titles="; ".join(titles)))
        wish = self._ask(scene, phrase("which", scene.language), [*titles, phrase("neither", scene.language)])
        return [thought, wish or Speech(phrase("offline", scene.language, titles=scene.titles))]

    def _missing(self, scene: _Scene, turned: Turned) -> Sequence[Piece]:
        wishes = (turned.found, *turned.found.also)
        reading = next(each.readings[0] for each in wishes if each.readings and each.readings[0].missing)
        field = reading.missing
        question = "" if field is None else question_for(field, scene.language)
        name = "" if field is None else field.name
        wish = self._ask(scene, question, [])
        return [self._thought(scene, turned), wish or Speech(phrase("no_questions", scene.language, slot=name))]

    def _calls(self, scene: _Scene, turned: Turned, prompt: Prompt) -> Sequence[Piece]:
        """Return the calls that are wanted.

        Each by itself, or as the steps of a plan where a plan has to come first.
        """
        wishes = [each.readings[0] for each in (turned.found, *turned.found.also) if each.readings]
        if any(each.missing is not None for each in wishes):
            return self._missing(scene, turned)
        thought = self._thought(scene, turned)
        if [each.frame.name for each in wishes] == [PLAN]:
            return [thought, self._wish(PLAN, {"request": scene.message})]
        writes = [each for each in wishes if not each.frame.is_harmless]
        dropped = self._dropped(scene, turned, prompt)
        unkept = [each for each in writes if each.frame.name != SAVE]  # memories are kept without a plan
        needs_plan = (len(writes) > 1 and bool(unkept)) or any(each.frame.app in prompt.by_plan for each in writes)
        calls = [call for each in wishes for call in self._calls_of(each)]
        if needs_plan and PLAN in scene.tools:
            steps = [{"capability": each.capability, "params": each.params} for each in calls]
            return [thought, *dropped, self._wish(PLAN, {"request": scene.message, "calls": steps})]
        return [thought, *dropped, *(self._wish(each.capability, each.params) for each in calls)]

    def _calls_of(self, reading: Reading) -> list[RecipeCall]:
        """Return the call of a reading, or those of its recipe."""
        recipe, params = self.wishes.recipe(reading.frame.name), params_of(reading)
        return (
            [RecipeCall(capability=reading.frame.name, params=params)] if recipe is None else calls_of(recipe, params)
        )

    def _dropped(self, scene: _Scene, turned: Turned, prompt: Prompt) -> list[Piece]:
        """Give up the plan that waits, where these words change it or say that it was not meant."""
        plan = (prompt.dialogue or Standing()).plan
        is_given_up = turned.found.act in (Act.CORRECTION, Act.NOT_MEANT) and not _was_dropped(prompt)
        return [self._wish(DROP, {"plan": plan})] if plan and is_given_up and DROP in scene.tools else []

    def _given_up(self, scene: _Scene, turned: Turned, prompt: Prompt) -> list[Piece]:
        """Return what is said and done before a choice, where what came before it was not meant.

        What is done stays done.
        """
        has_changed = prompt.dialogue is not None and prompt.dialogue.has_changed
        is_rejected = turned.found.act is Act.NOT_MEANT
        told: list[Piece] = [Speech(phrase("still_done", scene.language))] if is_rejected and has_changed else []
        return [*told, *self._dropped(scene, turned, prompt)]

    def _taught(self, scene: _Scene, turned: Turned, consent: Observed | None) -> Sequence[Piece]:
        """Return what came of the calls; after a correction, with the one question whether its sentence may be kept."""
        told = self._told(scene, turned)
        lesson = corrections.lesson_of(turned) if all(each.result.ok for each in scene.results) else None
        if lesson is None:
            return told
        if consent is None:
            question = corrections.question(lesson, turned.told.calls[0].title, scene.language)
            asked = self._ask(scene, *question)
            return told if asked is None else [*told, asked]
        is_kept = consent.result.ok and corrections.is_consent(answer_of(consent.result), scene.language)
        end = Speech(f"\n\n{phrase('learned' if is_kept else 'not_learned', scene.language)}")
        return [*([lesson] if is_kept else []), *told, end]

    def _untold(self, scene: _Scene, history: Sequence[Entry]) -> str:
        """Return what came of calls before the person added words on the way: nobody has told it yet."""
        found = [each for each in untold(history) if each.capability not in (ASK, DROP)]
        shown = [
            self._reply(scene, each, {}) if each.result.ok else failure(each.result, scene.language) for each in found
        ]
        return "\n\n".join(shown)

    def _thought(self, scene: _Scene, turned: Turned) -> Thought:
        """Return how the words were taken, and which of them were not used."""
        titles = "; ".join(call.title for call in turned.told.calls)
        taken = [
            phrase("thought_clear", scene.language, title=titles),
            *dict.fromkeys(value.note for call in turned.told.calls for value in call.values if value.note),
        ]
        if turned.told.unused:
            taken.append(phrase("unused", scene.language, words=", ".join(turned.told.unused)))
        return Thought(" ".join(taken))

    def _told(self, scene: _Scene, turned: Turned) -> list[Speech]:
        """Return what came of the calls, each in turn."""
        calls = {each.capability: each.params for each in turned.told.calls}
        shown: list[str] = []
        for entry in scene.results:
            if not entry.result.ok:
                return [Speech("\n\n".join([*shown, failure(entry.result, scene.language)]))]
            shown.append(self._reply(scene, entry, calls.get(entry.capability, {})))
        recipe = self.wishes.recipe(next(iter(calls), ""))
        if recipe is not None:
            text = self._rendered(scene, recipe, calls[next(iter(calls))], scene.results[-1])
            shown = shown if text is None else [text]
        return [Speech("\n\n".join(shown))]

    def _reply(self, scene: _Scene, entry: Observed, params: Mapping[str, Any]) -> str:
        """Return what to say of one call: as its recipe says it, else its data."""
        data, now = entry.result.data, self._ambient.clock.now()
        if entry.capability == SEARCH:
            return memories.answer(data, scene.message, now, scene.language)
        if entry.capability == SAVE:
            return memories.kept(data, now, scene.language)
        for recipe in scene.recipes:
            if [call.capability for call in recipe.calls] == [entry.capability]:
                text = self._rendered(scene, recipe, slots_of(recipe, params), entry)
                if text is not None:
                    return text
        return plain(data, scene.language) if data is not None else phrase("done", scene.language)

    def _rendered(self, scene: _Scene, recipe: Recipe, values: Mapping[str, Any], entry: Observed) -> str | None:
        template = recipe.reply.get(scene.language)
        return render(template, values, entry.result, scene.language) if template else None

    def _nothing(self, scene: _Scene) -> Sequence[Piece]:
        thought = Thought(phrase("thought_nothing", scene.language))
        if scene.attached:
            texts = "\n\n".join(shown(each, scene.language) for each in scene.attached)
            return [thought, Speech(phrase("attached", scene.language, texts=texts))]
        if scene.in_vain:
            told = phrase("offline_short", scene.language, examples=self._examples(scene))
            return [thought, Speech("\n\n".join([*scene.in_vain, told]))]
        name = "offline" if scene.recipes else "offline_empty"
        return [thought, Speech(phrase(name, scene.language, titles=scene.titles))]

    def _examples(self, scene: _Scene) -> str:
        """Return a few sentences that work at once."""
        by_call = {recipe.calls[0].capability: recipe for recipe in reversed(scene.offered) if len(recipe.calls) == 1}
        worth = [by_call[name] for name in WORTH_TRYING if name in by_call]
        chosen = [*worth, *(recipe for recipe in scene.offered if recipe not in worth)]
        sentences = [said[0] for recipe in chosen if (said := recipe.examples.get(scene.language))]
        return "\n".join(f"- *{each}*" for each in sentences[:MOST_EXAMPLES])

    def _ask(self, scene: _Scene, question: str, options: list[str]) -> Wish | None:
        """Return a question to the person, if this agent may ask."""
        if ASK not in scene.tools:
            return None
        return self._wish(ASK, {"question": question, **({"options": options} if options else {})})

    def _wish(self, capability: str, params: dict[str, Any]) -> Wish:
        return Wish(CallRequested(id=self._ambient.ids.new("call"), capability=capability, params=params))


def _was_dropped(prompt: Prompt) -> bool:
    """Tell whether the plan that waited was given up in this turn already."""
    return any(entry.capability == DROP for entry in current(prompt.history)[1])


def current(history: Sequence[Entry]) -> tuple[str, list[Observed]]:
    """Return what the person said last, and what came back since."""
    since: list[Observed] = []
    for entry in reversed(history):
        if isinstance(entry, Said) and entry.role == "user":
            return entry.text, since[::-1]
        if isinstance(entry, Observed):
            since.append(entry)
    return "", since[::-1]


def shown(thing: Attached, language: Language) -> str:
    """Return what an attached text says, under its name; Markdown as it is meant, anything else as it is written."""
    if thing.text is None:
        return phrase("attached_nameless", language, title=thing.title)
    text = plain(thing.text, language)
    if not fold(thing.title).endswith((".md", ".markdown")):
        fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", text)), default=0))
        text = f"{fence}\n{text}\n{fence}"
    return f"**{thing.title}**\n\n{text}"


def title(recipe: Recipe, language: Language) -> str:
    """Return a recipe's title, in English where it has no other."""
    return recipe.title.get(language) or recipe.title.get("en") or recipe.id


def _is_only_about(found: Understanding, words: str, attached: Sequence[Attached]) -> bool:
    """Tell whether words ask something that nobody here can tell of what is attached, and do nothing with it."""
    if found.decision is Verdict.TALK or found.best is None:
        return found.best is None
    wording, frame = Wording(words), found.best.frame
    if not frame.is_harmless and found.decision is not Verdict.CHOOSE:
        return False
    if asks(wording) and not any(wording.find(noun) for noun in frame.nouns):
        return True
    known = {name for each in attached for name in (each.path, each.ref.partition(":")[2])}
    return not any(
        value in known for each in found.readings for value in each.values.values() if isinstance(value, str)
    )


def answer_of(result: Result) -> str:
    """Return the words of an answer to a question: what was typed, else the option that was chosen."""
    match result.data:
        case str():
            return result.data
        case {"answer": str(said)} | {"option": str(said)} if said:
            return said.strip()
        case _:
            return ""


def failure(result: Result, language: Language) -> str:
    """Return what went wrong, without a gloss."""
    if result.error is None:
        return phrase("failed", language, message="?")
    if result.error.code == "denied":
        return phrase("denied", language)
    told = " ".join(part for part in (result.error.message, result.error.hint) if part)
    return phrase("failed", language, message=told)


def untold(history: Sequence[Entry]) -> list[Observed]:
    """Return what came back in a turn before the words that were said last, and was followed by no answer."""
    found: list[Observed] = []
    is_before = False
    for entry in reversed(history):
        if isinstance(entry, Said):
            if is_before or entry.role != "user":
                break
            is_before = True
        elif is_before and isinstance(entry, Observed):
            found.insert(0, entry)
    return found
