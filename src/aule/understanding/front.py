"""The front: what somebody's words mean here, before any model is asked.

Every sentence passes the same steps: its values are marked, its act in the conversation is told, frames are ranked,
the best are filled, and what is at stake decides whether to do it, to offer a choice, to ask, or to say that it is not
known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from aule.contracts.access.capability import Effect
from aule.contracts.talk.understanding import Act, Verdict
from aule.understanding import follow_up
from aule.understanding.clauses import split_clauses, split_wishes
from aule.understanding.deeds import asks, clashes, deed_of, deeds_in, removes_whole, says_all
from aule.understanding.dialogue import picked, plain_act
from aule.understanding.examples import LONGEST, Encodes, nearness, outline
from aule.understanding.filling.fields import FieldKind, Frame
from aule.understanding.filling.filler import Said
from aule.understanding.filling.segments import Segments
from aule.understanding.filling.trained_filler import fill_trained
from aule.understanding.head import NONE, Head, pieces_of, trained_head, trained_turn_head
from aule.understanding.mask import mask
from aule.understanding.pointers import resolve_pointers
from aule.understanding.readings import Heard, Reading, Understanding
from aule.understanding.rejection import rejected
from aule.understanding.sentence import Wording
from aule.understanding.turns import CLAUSE_SURE, Turn, act_of, repeats, weigh
from aule.understanding.values.marks import MarkKind, find_marks
from aule.understanding.vocabulary import COMMANDS

READ, WRITE = 0.22, 0.25
"""From which share on a frame is taken without a choice: what only looks, and what shows a card first."""
OFFERED = 3
WEIGHED = 6
"""How many frames are filled to see which of them uses most of the words."""
FAR = 0.005
"""From which share of the likeliest frame on another is filled: one below it could not come first by its words."""
OUTSIDE = 0.18
"""From which share of *none* on nothing is taken, unless a frame is ahead of it."""
FAINT = 0.1
"""Below this share the best frame is not worth a choice."""
OWN_APP, OTHER_APP = 3.0, 0.6
"""How much likelier frames of the app are that is open, and how much less those of others."""
UNUSED = 0.7
"""How much less likely a reading is for each word that it leaves unused."""
OWN_WORD = 1.5
"""How much likelier a reading is where a word for its thing was said."""
MISFIT = 0.4
"""How much less likely it is that something is made where the sentence says to change something."""
IDLE = 0.3
"""How much less likely a change is of which nothing says what should change."""
ASKED = 0.5
"""From which share on a frame is asked for, though words sound like talk."""
POINTED = 0.5
"""How much less it tells that words look like nothing, where they point at something that is known."""
CHANGE, FOCUSED = 0.4, 3.0
"""From which share of a change on a reading about what was spoken of last is likelier, and how much."""
LED = 0.6
"""From which share on words before a colon say what is wanted."""
UNTRAINED, NEAR = 0.4, 0.6
"""From which nearness on a frame counts that the head was not trained for, and from which it is certain."""
SAME = 0.8
"""From which nearness on a sentence is one wish, though it has several verbs."""
FARTHER = 1e-4
"""What is left of the share of such a frame that is one farther than the nearest."""
READS = frozenset({"read", "reread", "le", "leia", "ler", "rele", "releia"})
"""Verbs that look at something, whatever stands behind them."""
AHEAD = 1.5
"""How much likelier such a frame has to be than the next one to be taken without a choice."""


@dataclass(frozen=True, slots=True)
class _Told:
    """What the heads tell of one sentence."""

    frames: dict[str, float]
    turns: dict[str, float]


class Front:
    """Understands sentences. It holds nothing but the trained head."""

    def __init__(self, encoder: Encodes, head: Head | None = None) -> None:
        self._encoder = encoder
        self._head = head

    async def understand(self, heard: Heard) -> Understanding:
        """Tell what somebody's words mean."""
        wording = Wording(heard.words)
        parts = split_wishes(wording)
        told = await self._told([heard.words, *parts])
        heard = await self._with_near(replace(heard, turns=weigh(told[0].turns, heard.dialogue)))
        act = Act.NOT_MEANT if rejected(heard.words) == "" else self._plain_act(heard, wording, told[0].frames)
        is_answer = bool(heard.dialogue.asked) and act in (Act.GO_ON, Act.SMALL_TALK, Act.HELP)
        if act is not None and not is_answer and picked(wording, heard.dialogue.listed) is None:
            return Understanding(act, Verdict.TALK)
        if heard.dialogue.waits and (whole := self._single(heard, wording, told[0].frames)).act is Act.CORRECTION:
            return whole
        is_pick = picked(wording, heard.dialogue.listed) is not None
        if not is_pick and (act := await self._act_of_clause(heard, wording)) is not None:
            return Understanding(act, Verdict.TALK)
        plain = resolve_pointers(wording, heard.dialogue, heard.frames)
        if plain is not None and (found := await self._pointing(heard, *plain)) is not None:
            return found
        whole = self._single(heard, wording, told[0].frames)
        is_kept = max(heard.learned.values(), default=0.0) >= 1
        is_example = whole.best is not None and heard.near.get(whole.best.frame.name, 0.0) >= SAME
        if len(parts) > 1 and not (is_kept or is_example) and whole.act in (Act.REQUEST, Act.FOLLOW_UP):
            wishes = self._several([await self._with_near(replace(heard, words=part)) for part in parts], told[1:])
            if wishes is not None:
                return replace(wishes[0], also=tuple(wishes[1:]))
        return whole

    def _plain_act(self, heard: Heard, wording: Wording, shares: Mapping[str, float]) -> Act | None:
        """Return the act of words that ask for nothing of their own; none where they change what came before instead.

        Talk yields to a frame that is as sure, and so does every act where nothing came before it.
        """
        dialogue, act = heard.dialogue, act_of(heard.turns)
        known = (share for name, share in shares.items() if name != NONE)
        surest = max((*known, *_later_shares(heard.near).values()), default=0.0)
        yields = act in (Act.HELP, Act.SMALL_TALK) or dialogue.last is None
        if act in (Act.UNDO, Act.REDO) and any(word.folded in READS for word in wording.words[:1]):
            return None  # *read it back to me* takes nothing back
        if act is Act.SMALL_TALK and (asks(wording) or dialogue.last is None) and plain_act(wording) is None:
            return None  # a question wants an answer, and what nobody led up to is no thanks for anything
        if act is not None and yields and surest >= min(ASKED, heard.turns[Turn(act.value)]):
            return None
        last = heard.frames.get(dialogue.last.frame) if dialogue.last is not None else None
        if last is None or dialogue.asked:
            return act
        if dialogue.waits and act is not Act.STOP and repeats(last, wording):
            return Act.GO_ON
        if act is None:
            return None
        is_unsure = dialogue.waits and heard.turns[Turn(act.value)] < CLAUSE_SURE
        is_faint = is_unsure or act is Act.SMALL_TALK or (act is Act.GO_ON and not dialogue.waits)
        return None if is_faint and follow_up.goes_on(heard, wording) else act

    async def _act_of_clause(self, heard: Heard, wording: Wording) -> Act | None:
        """Return the act of a clause beside which the others only say why: *cancela, peguei a pilha errada*."""
        parts = [] if heard.dialogue.last is None else split_clauses(wording)
        if len(parts) < 2 or heard.dialogue.asked:
            return None
        acts: set[Act] = set()
        for part, told in zip(parts, await self._told(parts), strict=True):
            turns = weigh(told.turns, heard.dialogue)
            act = act_of(turns, CLAUSE_SURE)
            if act is not None and act in (Act.STOP, Act.UNDO, Act.REDO):
                acts.add(act)
            elif turns[Turn.CHANGE] >= CHANGE or Wording(part).words[0].folded in COMMANDS:
                return None
        return acts.pop() if len(acts) == 1 else None

    async def _pointing(self, heard: Heard, plain: str, kind: str) -> Understanding | None:
        """Return what words mean that point at something, read with what they point at; none where that is not clear.

        They do not make what they point at, and they mean more than they say by themselves.
        """
        last = heard.dialogue.last if heard.dialogue.asked else None
        pointed = replace(heard, words=plain, dialogue=replace(heard.dialogue, listed=(), last=last))
        pointed = await self._with_near(pointed)
        shares = (await self._told([plain]))[0].frames
        shares[NONE] = shares.get(NONE, 0.0) * (1 - max(heard.change, POINTED))
        made = [name for name, frame in heard.frames.items() if kind and _makes_new(frame, kind)]
        found = self._single(pointed, Wording(plain), {**shares, **dict.fromkeys(made, 0.0)})
        if found.decision is Verdict.OUTSIDE and (again := follow_up.looked_at(heard, kind)) is not None:
            return Understanding(Act.FOLLOW_UP, Verdict.DO, (again,), unused=_unused_of(heard.words, again))
        if found.decision not in (Verdict.DO, Verdict.ASK) or found.act is Act.CORRECTION:
            return None
        act = Act.PICK if picked(Wording(heard.words), heard.dialogue.listed) else Act.FOLLOW_UP
        return replace(found, act=act if found.act is Act.REQUEST else found.act, words=plain)

    async def _with_near(self, heard: Heard) -> Heard:
        """Return what was heard, with how near it comes to what is said of frames that the head was not trained for."""
        known = (self._head or trained_head()).labels
        later = {name: each.examples for name, each in heard.frames.items() if name not in known and each.examples}
        return replace(heard, near=await nearness(heard.words, later, self._encoder)) if later else heard

    async def shares(self, words: str) -> dict[str, float]:
        """Return how likely each trained label is, by the sentence alone."""
        return (await self._told([words]))[0].frames

    async def _told(self, texts: Sequence[str]) -> list[_Told]:
        """Return what both heads tell of sentences.

        Of what is wanted, the words before a colon count half where clear.
        """
        led = {text: outline(text) for text in texts if ":" in text}
        masked = [*(mask(text[:LONGEST]) for text in texts), *led.values()]
        vectors = await self._encoder.encode(masked)
        head, turn_head = self._head or trained_head(), trained_turn_head()  # read with what the encoder has loaded
        seen = [(vector, pieces_of(each)) for vector, each in zip(vectors, masked, strict=True)]
        before = {text: head.probabilities(*each) for text, each in zip(led, seen[len(texts) :], strict=True)}
        return [
            _Told(_with_lead(head.probabilities(*each), before.get(text)), turn_head.probabilities(*each))
            for text, each in zip(texts, seen, strict=False)
        ]

    def _several(self, parts: Sequence[Heard], told: Sequence[_Told]) -> list[Understanding] | None:
        """Return the wishes of a sentence that has several, each clear by itself; none where one is not."""
        found: list[Understanding] = []
        dialogue = parts[0].dialogue
        for part, tells in zip(parts, told, strict=True):
            standing = replace(dialogue, asked="")
            alone = replace(part, dialogue=standing, turns=weigh(tells.turns, standing), learned={})
            each = self._single(alone, Wording(part.words), tells.frames)
            best = each.best
            if best is None or each.decision not in (Verdict.DO, Verdict.ASK) or each.act is Act.CORRECTION:
                return None
            if (
                found
                and each.act is Act.FOLLOW_UP
                and best.frame.name == found[0].readings[0].frame.name
                and not best.missing
            ):
                return None
            found.append(replace(each, words=part.words))
            dialogue = follow_up.after(dialogue, best.frame, best.values)
        return found if len(found) > 1 else None

    def _single(self, heard: Heard, wording: Wording, shares: Mapping[str, float]) -> Understanding:
        """Return one wish: an answer, a change of what was said before, or something new."""
        marks = find_marks(wording, heard.today, heard.roster, day_first=heard.language == "pt")
        said = Said(wording, marks, heard.today, heard.now)
        ranked = self._ranked(heard, said, shares)
        if (found := follow_up.answered(heard, said, ranked)) is not None:
            return self._understood(heard, said, found.act, [found.reading, *ranked], found.unused)
        choice = picked(wording, heard.dialogue.listed)
        readings = _by_use(said, [self._filled(heard, said, each, choice) for each in ranked], _focus(heard))
        if (found := follow_up.continued(heard, said, readings, choice)) is not None:
            return self._understood(heard, said, found.act, [found.reading, *readings], found.unused)
        # The head takes for nothing what an app does that came later.
        later = max(_later_shares(heard.near).values(), default=0.0)
        kept = max(self._learned(heard, said).values(), default=0.0)
        # Words that need what came before say too little by themselves: that they look like nothing tells less.
        unsaid = heard.change if readings and readings[0].inherited else 0.0
        decided = self._decide(heard, readings, shares.get(NONE, 0.0) * (1 - later) * (1 - kept) * (1 - unsaid))
        act = Act.PICK if choice and decided is Verdict.DO else Act.REQUEST
        if act is Act.REQUEST and readings and readings[0].inherited and decided is Verdict.DO:
            act = Act.FOLLOW_UP
        if decided is Verdict.DO and readings[0].missing is not None:
            decided = Verdict.ASK
        return Understanding(
            act,
            decided,
            tuple(readings) if decided is not Verdict.OUTSIDE else (),
            unused=_unused(said, readings[0]) if readings and decided is not Verdict.OUTSIDE else (),
            marks=tuple(marks),
            is_of_part=decided is Verdict.OUTSIDE and _is_of_part(heard, said),
        )

    def _understood(
        self, heard: Heard, said: Said, act: Act, readings: Sequence[Reading], unused: Sequence[str]
    ) -> Understanding:
        first = readings[0]
        others = [each for each in readings[1:] if each.frame.name != first.frame.name]
        decision = Verdict.DO if first.missing is None else Verdict.ASK
        return Understanding(
            act, decision, (first, *others[: OFFERED - 1]), unused=tuple(unused), marks=tuple(said.marks)
        )

    def _ranked(self, heard: Heard, said: Said, shares: Mapping[str, float]) -> list[Reading]:
        """Return the likeliest frames of those that may be meant here, without their values."""
        weighed: dict[str, float] = {}
        later = _later_shares(heard.near)
        for name, frame in heard.frames.items():
            share = shares.get(name, later.get(name, 0.0))
            if heard.apps:
                share *= (
                    OWN_APP if frame.app in heard.apps else OTHER_APP if frame.app not in ("core", "planner") else 1.0
                )
            weighed[name] = share
        total = sum(weighed.values()) + shares.get(NONE, 0.0) * (1 - max(later.values(), default=0.0))
        learned = self._learned(heard, said)
        kept = max(learned.values(), default=0.0)
        weighed = {name: share * (1 - kept) + learned.get(name, 0.0) * total for name, share in weighed.items()}
        is_question, deeds = asks(said.wording), deeds_in(said.wording, _named(said))
        wholes = {name for name, frame in heard.frames.items() if removes_whole(frame, said)}
        order = sorted(weighed.keys() - wholes, key=lambda name: (-weighed[name], name))[:WEIGHED]
        likeliest = weighed[order[0]] if order else 0.0
        found = [
            Reading(
                heard.frames[name],
                weighed[name] / total if total else 0.0,
                {},
                is_clash=clashes(heard.frames[name], deeds, is_question=is_question)
                or (heard.frames[name].effect is Effect.DELETE and says_all(said.wording)),
            )
            for name in order
            if weighed[name] >= FAR * likeliest
        ]
        clear = [each for each in found if not each.is_clash]
        return [*clear, *(each for each in found if each.is_clash)] if clear else found

    def _learned(self, heard: Heard, said: Said) -> dict[str, float]:
        """Return how likely frames are by the sentences that were learned; never one that the words speak against."""
        if not heard.learned:
            return {}
        is_question, deeds = asks(said.wording), deeds_in(said.wording, _named(said))
        return {
            name: share
            for name, share in heard.learned.items()
            if (frame := heard.frames.get(name)) is not None
            and not clashes(frame, deeds, is_question=is_question)
            and not (frame.effect is Effect.DELETE and says_all(said.wording))
            and not removes_whole(frame, said)
        }

    def _filled(
        self, heard: Heard, said: Said, reading: Reading, choice: tuple[str, tuple[int, int]] | None
    ) -> Reading:
        filled = fill_trained(reading.frame, said)
        inherited = follow_up.inherit(reading.frame, filled, heard, said, choice)
        return replace(reading, values=filled.values, places=filled.places, inherited=inherited)

    def _decide(self, heard: Heard, readings: Sequence[Reading], none: float) -> Verdict:
        if not readings:
            return Verdict.OUTSIDE
        best = readings[0]
        if none >= OUTSIDE and none >= best.share:
            return Verdict.OUTSIDE
        if best.share < FAINT:
            return Verdict.OUTSIDE
        least = READ if best.frame.is_harmless else WRITE
        if best.is_clash or best.share < least or (best.frame.name in heard.near and _is_guess(heard, readings)):
            return Verdict.CHOOSE
        return Verdict.DO


def _with_lead(shares: dict[str, float], before: Mapping[str, float] | None) -> dict[str, float]:
    """Return shares of a sentence, with those of its words before a colon.

    What follows is a text, whatever it speaks of.
    """
    if before is None or max(before, key=lambda name: before[name]) == NONE or max(before.values()) < LED:
        return shares
    return {name: (share + before[name]) / 2 for name, share in shares.items()}


def _later_shares(near: Mapping[str, float]) -> dict[str, float]:
    """Return how likely frames are that only their own words are known of.

    One that is nearer leaves little to the others.
    """
    nearest = max(near.values(), default=0.0)
    return {
        name: min(1.0, max(0.0, (each - UNTRAINED) / (NEAR - UNTRAINED))) * FARTHER ** (nearest - each)
        for name, each in near.items()
    }


def _is_guess(heard: Heard, readings: Sequence[Reading]) -> bool:
    """Tell whether a frame of a later app is hardly ahead of another, or writes though no word says to do anything."""
    best = readings[0]
    if any(best.share < AHEAD * each.share for each in readings[1:]):
        return True
    said = [word.folded for word in Wording(heard.words).words]
    first = {words[0].folded for each in best.frame.examples if (words := Wording(each).words)}
    return not best.frame.is_harmless and (COMMANDS | first).isdisjoint(said)


def _is_of_part(heard: Heard, said: Said) -> bool:
    """Tell whether words ask to remove a part of something that can be removed as a whole."""
    is_removal = "remove" in deeds_in(said.wording, _named(said))
    return is_removal and any(removes_whole(each, said) for each in heard.frames.values())


def _named(said: Said) -> list[tuple[int, int]]:
    return [(each.start, each.end) for each in said.marks if each.kind in (MarkKind.NAME, MarkKind.QUOTE)]


def _makes_new(frame: Frame, kind: str) -> bool:
    """Tell whether a frame makes a thing of a kind, and takes none that is there already."""
    return frame.thing == kind and _makes(frame) and not any(kind in each.of.split("|") for each in frame.fields)


def _makes(frame: Frame) -> bool:
    return deed_of(frame) == "make" and not frame.is_harmless


def _focus(heard: Heard) -> str:
    """Return the kind of thing that was spoken of last, where words need what came before; empty where they do not."""
    kinds = [kind for kind in heard.dialogue.focus if kind != "day"]
    return kinds[-1] if kinds and heard.change >= CHANGE else ""


def _by_use(said: Said, readings: Sequence[Reading], focus: str) -> list[Reading]:
    """Readings in a new order: one that leaves words unused is less likely, one whose own word was said is likelier."""

    first = deeds_in(said.wording, _named(said))[:1]
    is_change, idle = first == ["change"], IDLE**3 if first == ["remove"] else IDLE

    def weight(each: Reading) -> float:
        has_own = any(said.wording.find(form) is not None for noun in each.frame.nouns for form in (noun, f"{noun}s"))
        is_idle = deed_of(each.frame) == "change" and not _changes_something(each)
        weighed = (
            each.share * UNUSED ** len(_unused(said, each)) * (MISFIT if is_change and _makes(each.frame) else 1.0)
        )
        is_focused = bool(each.inherited) and (each.frame.thing == focus or not each.frame.thing)
        weighed *= FOCUSED if focus and is_focused else 1.0
        return weighed * (OWN_WORD if has_own else 1.0) * (idle if is_idle else 1.0)

    weights = [weight(each) for each in readings]
    total, before = sum(weights), sum(each.share for each in readings)
    if not total:
        return list(readings)
    shared = [replace(each, share=one / total * before) for each, one in zip(readings, weights, strict=True)]
    return sorted(shared, key=lambda each: (each.is_clash, -each.share))[:OFFERED]


def _changes_something(reading: Reading) -> bool:
    """Tell whether a reading says what to change, and not only of what."""
    kinds = {each.name: each.kind for each in reading.frame.fields}
    told = [name for name in reading.values if kinds.get(name) is not FieldKind.NAME]
    could = [each for each in reading.frame.fields if each.kind not in (FieldKind.NAME, FieldKind.NOTHING)]
    return bool(told) or not could


def _unused_of(words: str, reading: Reading) -> tuple[str, ...]:
    """Return words that a reading did not use which takes all its values from before."""
    wording = Wording(words)
    return tuple(words[word.start : word.end] for word in Segments(wording, [], reading.frame, []).unused())


def _unused(said: Said, reading: Reading) -> tuple[str, ...]:
    """Return words of a sentence that its reading did not use."""
    taken = [place for places in reading.places.values() for place in places]
    return tuple(
        said.wording.text[word.start : word.end]
        for word in Segments(said.wording, taken, reading.frame, said.marks).unused()
    )
