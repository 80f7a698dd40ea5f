"""Citations: a mark is accepted only where its passage says what the sentence says (KN-7)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from aule.ambient import ambient
from aule.contracts.talk.sources import Passage
from aule.kernel.agents.citations import check_citations, cited_sentences, marks_in
from aule.models.local.embeddings import Encoder

SAYINGS = tomllib.loads(Path(__file__).with_name("sayings.toml").read_text("utf-8"))["saying"]
CLAIMS = tomllib.loads(Path(__file__).with_name("claims.toml").read_text("utf-8"))["claim"]
PEOPLE = ("Ricardo", "Fernanda", "Hugo", "Beatriz")
SURNAMES = ("Albuquerque", "Montenegro")
NUMBER = re.compile(r"\d+")
PROPER = re.compile(r"(?<!^)(?<![.!?] )\b[A-ZÀ-Ú][a-zà-ú]{3,}\b")
NO_NAMES = {"Total", "May", "March", "October", "November", "Tuesday", "People", "Operations"}
SWAPS = {
    "março": "abril",
    "novembro": "dezembro",
    "November": "August",
    "March": "June",
    "May": "July",
    "Tuesday": "Friday",
    "three": "four",
    "três": "quatro",
    "seven": "nine",
}


def passage(text: str, mark: int = 1, title: str = "Documento") -> Passage:
    return Passage(mark=mark, ref="knowledge:doc_1", title=title, text=text, start=0, end=len(text), path="/")


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
async def encoder() -> Encoder:
    return Encoder(ambient().clock)


def forgeries(sentence: str) -> Iterator[str]:
    """Yield sentences that say another number, hour, day or name."""
    yield from other_numbers(sentence)
    for match in PROPER.finditer(sentence):
        if match[0] not in NO_NAMES:
            yield from (sentence[: match.start()] + other + sentence[match.end() :] for other in SURNAMES)
    if first := re.match(r"[A-ZÀ-Ú][a-zà-ú]+(?= [A-ZÀ-Ú][a-zà-ú]+\b)", sentence):
        yield from (other + sentence[first.end() :] for other in PEOPLE)
    yield from (sentence.replace(word, other) for word, other in SWAPS.items() if word in sentence)


def other_numbers(sentence: str) -> Iterator[str]:
    for match in NUMBER.finditer(sentence):
        for other in {str(int(match[0]) + 1), str(int(match[0]) * 10), "37"}:
            if int(other) != int(match[0]) and sentence[match.start() - 1] != ",":  # 40,0 is 40,00
                yield sentence[: match.start()] + other + sentence[match.end() :]


async def test_no_forged_mark_is_accepted(encoder: Encoder) -> None:
    """KN-7: of all forged sentences, none is taken as supported by the passage it cites."""
    accepted: list[str] = []
    tried = 0
    for saying in SAYINGS:
        known = [passage(saying["passage"])]
        for sentence in saying["sentences"]:
            for forged in forgeries(sentence):
                tried += 1
                found = await check_citations(f"{forged[:-1]} [1].", known, encoder)
                if found is None or found.verdict != "not_grounded":
                    accepted.append(forged)
    assert accepted == []
    assert tried >= 200


async def test_claims_of_somebody_else_are_told_apart(encoder: Encoder) -> None:
    """KN-7: no wrong value is accepted, also where it stands in the passage for something else; few faithful
    sentences are refused."""
    accepted: list[str] = []
    supported = 0
    for claim in CLAIMS:
        known = [passage(claim["passage"], title=claim["title"])]
        forged = await check_citations(f"{claim['false'][:-1]} [1].", known, encoder)
        faithful = await check_citations(f"{claim['true'][:-1]} [1].", known, encoder)
        accepted += [] if forged is not None and forged.verdict == "not_grounded" else [claim["false"]]
        supported += faithful is not None and faithful.verdict == "grounded"
    assert accepted == []
    assert supported >= 0.85 * len(CLAIMS)


async def test_what_a_passage_says_is_supported(encoder: Encoder) -> None:
    """KN-7: faithful sentences are accepted, in the passage's words, in others, and in the other language."""
    refused: list[tuple[str, str]] = []
    for saying in SAYINGS:
        for sentence in saying["sentences"]:
            found = await check_citations(f"{sentence} [1]", [passage(saying["passage"])], encoder)
            if found is None or found.verdict != "grounded":
                refused.append((sentence, "" if found is None else found.sentences[0].reason))
    assert refused == []


async def test_a_mark_without_a_passage_is_not_supported(encoder: Encoder) -> None:
    """KN-7: a mark has to name a passage that was really found."""
    found = await check_citations("O prazo é de 30 dias [7].", [passage("O prazo é de 30 dias.")], encoder)
    assert found is not None
    assert [(each.verdict, each.reason) for each in found.sentences] == [("unsupported", "missing")]


async def test_a_no_more_or_less_is_noticed(encoder: Encoder) -> None:
    """KN-7: a sentence that turns its passage around is not supported."""
    known = [passage("Não é permitido entrar com animais no salão.")]
    found = await check_citations("É permitido entrar com animais no salão [1].", known, encoder)
    assert found is not None
    assert found.sentences[0].reason == "negation"


async def test_a_sentence_about_something_else_is_far(encoder: Encoder) -> None:
    known = [passage("O síndico abre o portão da garagem pela manhã.")]
    found = await check_citations("A receita leva farinha, ovos e leite [1].", known, encoder)
    assert found is not None
    assert found.sentences[0].reason == "far"


async def test_an_answer_is_partly_grounded_where_a_statement_has_no_mark(encoder: Encoder) -> None:
    """KN-7: what is not supported is listed; announcements and questions need no mark."""
    known = [passage("O prazo de entrega é de 30 dias."), passage("O frete custa R$ 40,00.", 2)]
    items = "- O prazo de entrega é de 30 dias [1].\n- O frete custa R$ 40,00 [2]."
    answer = f"Encontrei isto:\n\n{items}\n\nQuer mais alguma coisa?"
    found = await check_citations(answer, known, encoder)
    assert found is not None and found.verdict == "grounded"
    answer += "\n\nA loja também aceita devoluções em Curitiba."
    found = await check_citations(answer, known, encoder)
    assert found is not None and found.verdict == "partly"
    assert [answer[each.start : each.end] for each in found.sentences if each.verdict == "uncited"] == [
        "A loja também aceita devoluções em Curitiba."
    ]


async def test_one_mark_at_the_end_of_a_paragraph_carries_what_it_supports(encoder: Encoder) -> None:
    known = [passage("O prazo de entrega é de 30 dias. O frete custa R$ 40,00.")]
    found = await check_citations("O prazo de entrega é de 30 dias. O frete custa R$ 40,00 [1].", known, encoder)
    assert found is not None and found.verdict == "grounded"
    found = await check_citations("O prazo de entrega é de 31 dias. O frete custa R$ 40,00 [1].", known, encoder)
    assert found is not None and [each.verdict for each in found.sentences] == ["uncited", "supported"]


def test_sentences_keep_their_places_and_marks() -> None:
    line = "O Sr. Silva paga em dia. [1] Depois, vê-se o art. 5 do texto [2, 3]."
    answer = f"# Título\n\n{line}\n\n```\nx[1]\n```\n> “Citado aqui mesmo.” [4]\n"
    found = cited_sentences(answer)
    assert [(answer[each.start : each.end], each.marks) for each in found] == [
        ("O Sr. Silva paga em dia. [1]", (1,)),
        ("Depois, vê-se o art. 5 do texto [2, 3].", (2, 3)),
        ("“Citado aqui mesmo.” [4]", (4,)),
    ]


def test_links_and_code_are_no_marks() -> None:
    assert marks_in("veja [1](http://x) e [2] e [3]: y") == [2]


CLAUSES = (
    "Da rescisão\nA devolução antecipada sujeita a locatária à multa de três aluguéis. A multa é proporcional ao tempo "
    "que falta para o fim do contrato. As chaves são entregues na portaria; o síndico assina o recibo.\n\n"
    "| Item | Prazo |\n|---|---|\n| Pintura | 30 dias |\n| Vistoria | 10 dias |"
)


@pytest.mark.parametrize(
    ("said", "rests_on"),
    [
        ("A multa é de três aluguéis", "A devolução antecipada sujeita a locatária à multa de três aluguéis."),
        ("Deixam-se as chaves na portaria", "As chaves são entregues na portaria;"),
        ("A vistoria leva 10 dias", "| Vistoria | 10 dias |"),
        (
            "Quem devolve antes paga três aluguéis, em proporção ao tempo que falta",
            "A devolução antecipada sujeita a locatária à multa de três aluguéis. "
            "A multa é proporcional ao tempo que falta para o fim do contrato.",
        ),
        ("The penalty is three rents", "A devolução antecipada sujeita a locatária à multa de três aluguéis."),
    ],
)
async def test_a_supported_sentence_says_where_its_passage_says_it(encoder: Encoder, said: str, rests_on: str) -> None:
    """KN-7: a mark lights the sentences that an answer rests on, not the whole passage."""
    cited = passage(CLAUSES).model_copy(update={"start": 70, "end": 70 + len(CLAUSES)})
    grounding = await check_citations(f"{said} [1].", [cited], encoder)
    assert grounding is not None
    [sentence] = grounding.sentences
    assert sentence.verdict == "supported"
    assert [CLAUSES[place.start - 70 : place.end - 70] for place in sentence.places] == [rests_on]


async def test_what_is_not_supported_rests_on_nothing(encoder: Encoder) -> None:
    """KN-7: no place is lit for a sentence that its passage does not say."""
    grounding = await check_citations("A multa é de cinco aluguéis [1].", [passage(CLAUSES)], encoder)
    assert grounding is not None
    assert [sentence.places for sentence in grounding.sentences] == [[]]
