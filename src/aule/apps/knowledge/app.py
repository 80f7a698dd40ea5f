"""The knowledge app itself, which the files beside it add their capabilities, views and routes to."""

from __future__ import annotations

from aule.apps.knowledge.orphans import after_undo
from aule.apps.knowledge.tables import metadata
from aule.sdk import App

knowledge = App(
    "knowledge",
    name={"en": "Knowledge", "pt": "Conhecimento"},
    icon="library",
    tables=metadata,
    check=after_undo,
)
knowledge.words("aule.apps.knowledge")
knowledge.suggests("aule.apps.knowledge")
knowledge.shows(doc="/knowledge/d/{id}", col="/knowledge/c/{id}")
knowledge.wakes("knowledge_collections", "is_watched")
knowledge.follows_settings("embeddings")
knowledge.brings(
    routes=["aule.apps.knowledge.wire.routes"],
    commands=["aule.apps.knowledge.terminal.commands"],
)
knowledge.recipes_from("aule.apps.knowledge")
knowledge.offers_files("templates", "aule.apps.knowledge")
knowledge.answers_questions(
    "ask",
    question="question",
    attached={"document": "document", "collection": "collection"},
    nothing={
        "en": "Your documents say nothing about this.",
        "pt": "Seus documentos não dizem nada sobre isso.",
    },
)
