"""Questions without a model: documents answer also where memory or another reading was understood first."""

from __future__ import annotations

import pytest
from tests.apps.knowledge.library import Library

from aule.contracts.talk.ask import Ask
from aule.contracts.talk.messages import Message

GUIDE = """# Field Botany

The final grade is made of the herbarium collection (40 percent) and the field journal (25 percent).

## Late work

Work handed in late loses five percent for each day.

## Equipment

The department lends up to 15 plant presses against a deposit of 20 pounds.

## Calendar

The written exam takes place on 11 December 2026 at 9:00 in the Great Hall.
"""
LEASE = "# Contrato\n\nO aluguel mensal é de R$ 2.850,00 e vence no dia 7.\n\nO cão de pequeno porte é permitido.\n"
MINUTES = "# Ata\n\nA reforma do salão custa R$ 91.000,00.\n"


async def _answer(library: Library, words: str, *documents: str, locale: str = "en") -> Message:
    """Return what is answered without a model to words in a conversation of their own."""
    refs = [f"document:{each}" for each in documents]
    asked = await library.kernel.ask(Ask(message=words, locale=locale, refs=refs))
    await library.kernel.driver.see_to_rest(asked.run)
    said = await library.kernel.conversations.messages(asked.conversation_id, limit=10)
    return next(each for each in said.items if each.role == "assistant")


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How much of my grade is the field journal?", "25 percent"),
        ("can I borrow a plant press?", "15 plant presses"),
        ("when is the exam?", "11 December 2026"),
    ],
)
async def test_documents_answer_what_memory_or_a_list_does_not(library: Library, question: str, told: str) -> None:
    """KN-7: *my* and *when* do not keep a question from the documents that answer it."""
    await library.add("guide.md", GUIDE)
    answer = await _answer(library, question)
    assert told in answer.content
    assert answer.sources and answer.grounding is not None


async def test_what_nothing_knows_is_said_of_memory_and_of_the_documents(library: Library) -> None:
    """KN-7, KN-20: nothing is guessed, and both places that were looked in are named."""
    await library.add("guide.md", GUIDE)
    answer = await _answer(library, "what is my shoe size?")
    assert "You have not told me that" in answer.content
    assert "nothing about this" in answer.content or "do not say this directly" in answer.content


async def test_what_is_remembered_needs_no_documents(library: Library) -> None:
    """KN-20: a question that memory answers is answered by memory alone."""
    await library.add("guide.md", GUIDE)
    await _answer(library, "remember that my shoe size is 42")
    answer = await _answer(library, "what is my shoe size?")
    assert "42" in answer.content and answer.sources == []


@pytest.mark.parametrize(
    ("locale", "question", "nothing"),
    [
        ("en", "what is the capital of Mongolia?", "Your documents say nothing about this."),
        ("pt-BR", "qual é a capital da Mongólia?", "Seus documentos não dizem nada sobre isso."),
    ],
)
async def test_nothing_found_is_told_shortly(library: Library, locale: str, question: str, nothing: str) -> None:
    """KN-7: first what was not found, then no more than three sentences that work."""
    await library.add("guide.md", GUIDE)
    answer = await _answer(library, question, locale=locale)
    assert answer.content.startswith(nothing)
    assert answer.content.count("\n- ") == 3


async def test_a_quotation_is_no_claim_about_what_was_done(library: Library) -> None:
    """KN-7: a sentence that its passage supports is not told as backed by nothing."""
    await library.add("guide.md", GUIDE)
    answer = await _answer(library, "what happens if I hand in my work three days late?")
    assert "five percent" in answer.content
    assert answer.unsupported == []


async def test_each_of_two_attached_documents_is_asked(library: Library) -> None:
    """KN-6: a question bound to two documents is answered from the one that answers it, whichever came last."""
    lease = await library.add("contrato.md", LEASE)
    minutes = await library.add("ata.md", MINUTES)
    for documents in ((lease["id"], minutes["id"]), (minutes["id"], lease["id"])):
        answer = await _answer(library, "quanto é o aluguel?", *documents, locale="pt-BR")
        assert "2.850,00" in answer.content
