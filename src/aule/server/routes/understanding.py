"""What words are understood as, before anything is done about them."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from aule.contracts.settings import Locale
from aule.contracts.talk.ask import Ask
from aule.contracts.talk.understanding import LONGEST_LEARNED, KnownName, LearnedSentence, Understood
from aule.contracts.views import Suggested
from aule.server.bodies import UnderstandRequest
from aule.server.json_bodies import JsonRoute
from aule.server.params import PLAIN, Named, System

router = APIRouter(prefix="/v1/understand", tags=["chat"], route_class=JsonRoute)

App = Annotated[str, Query(min_length=1, max_length=100, pattern=PLAIN, description="An app, by its id.")]
Kind = Annotated[str, Query(min_length=1, max_length=100, pattern=PLAIN, description="A kind of thing: `turma`.")]

Said = Annotated[str, Query(min_length=1, max_length=LONGEST_LEARNED, description="The sentence, as it was said.")]


@router.post("")
async def understand(body: UnderstandRequest, kernel: System) -> Understood:
    """What words would be understood as without a model: the act, the calls with their values, what else they may mean.

    Nothing is run, and nothing is recorded.
    """
    return await kernel.understand(
        Ask(
            message=body.words,
            agent=body.agent,
            conversation_id=body.conversation_id,
            about=body.about,
            locale=body.locale,
            channel="http",
        )
    )


@router.get("/learned")
async def list_learned(kernel: System) -> list[LearnedSentence]:
    """The sentences that somebody let this machine keep, to be understood next time; the oldest first."""
    return kernel.interpreter.learned()


@router.delete("/learned")
async def forget_learned(said: Said, kernel: System) -> LearnedSentence:
    """Forget a sentence, and tell what it meant."""
    return kernel.interpreter.forget(said)


@router.get("/suggestions")
async def list_suggestions(app: App, kernel: System, project: Named = None, locale: Locale | None = None) -> Suggested:
    """Sentences that work at once in an app, without a model: with names that are on record, or ones to begin with."""
    return await kernel.suggest(app, project=project, locale=locale)


@router.get("/names")
async def list_names(app: App, kind: Kind, kernel: System) -> list[KnownName]:
    """What the things of a kind are called in an app, as far as it tells: what a value that names one can be.

    `of` of a value that was understood says which kind it names. A kind that nobody knows has no names.
    """
    return await kernel.names(app, kind)
