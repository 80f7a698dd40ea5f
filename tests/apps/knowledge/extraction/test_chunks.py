"""Chunks: exact places, nothing lost, no section crossed, and the same again for what did not change."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from aule.apps.knowledge.extraction import chunks_of, outline_of
from aule.apps.knowledge.extraction.chunks import LONGEST, TARGET
from aule.apps.knowledge.extraction.sentences import sentence_spans
from aule.apps.knowledge.records import PAGE_BREAK, SECTION_BREAK, Block, BlockKind, Page

KINDS: list[BlockKind] = ["heading", "text", "table", "item", "caption"]

words = st.text("abcçãé XYZ.!? \n0123|-\u3000ß", min_size=1, max_size=400) | st.sampled_from(
    ["O Sr. Silva mora na Av. Brasil. Ele chegou às 10h. " * 12, "x" * 2500, "Uma frase curta. " * 90, " ", "\n\n"]
)
contents = st.lists(st.tuples(st.sampled_from(KINDS), words, st.integers(0, 6)), max_size=8)


def page_of(blocks: list[tuple[BlockKind, str, int]], number: int = 1, *, gap: str = "\n\n") -> Page:
    """A page with these blocks, one after the other."""
    text, placed = "", list[Block]()
    for kind, content, level in blocks:
        text += gap if text else ""
        placed.append(Block(kind, len(text), len(text) + len(content), level if kind == "heading" else 0))
        text += content
    return Page(number, text, tuple(placed))


documents = st.lists(
    st.tuples(contents, st.booleans(), st.sampled_from(["\n\n", " perdido entre blocos "])), max_size=4
).map(
    lambda found: [
        page_of(blocks, number, gap=gap) if has_blocks else Page(number, page_of(blocks, number, gap=gap).text)
        for number, (blocks, has_blocks, gap) in enumerate(found, 1)
    ]
)


@given(documents)
@settings(max_examples=300, deadline=None)
def test_a_chunk_is_exactly_a_part_of_the_document(pages: list[Page]) -> None:
    """KN-6: the passage at its offsets is the passage."""
    text = PAGE_BREAK.join(page.text for page in pages)
    chunks = chunks_of(pages)
    assert [chunk.position for chunk in chunks] == list(range(len(chunks)))
    for chunk in chunks:
        assert chunk.text == text[chunk.start : chunk.end] == chunk.text.strip() != ""
        assert len(chunk.text) <= LONGEST + TARGET
        assert chunk.page == 1 + text[: chunk.start].count(PAGE_BREAK, 0) or chunk.page in {
            page.number for page in pages
        }


@given(documents)
@settings(max_examples=300, deadline=None)
def test_every_character_is_in_some_chunk(pages: list[Page]) -> None:
    """KN-2: nothing of a page is lost."""
    text = PAGE_BREAK.join(page.text for page in pages)
    covered = bytearray(len(text))
    for chunk in chunks_of(pages):
        covered[chunk.start : chunk.end] = b"\1" * (chunk.end - chunk.start)
    assert [place for place, letter in enumerate(text) if not letter.isspace() and not covered[place]] == []


@given(documents)
@settings(max_examples=300, deadline=None)
def test_no_chunk_crosses_a_section(pages: list[Page]) -> None:
    """KN-2: a heading stands only at the beginning of a chunk."""
    starts = {entry.start for entry in outline_of(pages)}
    text = PAGE_BREAK.join(page.text for page in pages)
    firsts = {start + len(text[start:]) - len(text[start:].lstrip()) for start in starts}
    for chunk in chunks_of(pages):
        assert not [start for start in firsts if chunk.start < start < chunk.end]


@given(contents, contents, contents)
@settings(max_examples=200, deadline=None)
def test_chunks_of_an_unchanged_section_are_the_same(
    before: list[tuple[BlockKind, str, int]],
    other: list[tuple[BlockKind, str, int]],
    kept: list[tuple[BlockKind, str, int]],
) -> None:
    """KN-3: an edit of one section leaves the chunks of another as they were, so they keep their vectors."""
    section: list[tuple[BlockKind, str, int]] = [
        ("heading", "Seção que fica", 1),
        *[(k, t, n) for k, t, n in kept if k != "heading"],
    ]

    def chunks(first: list[tuple[BlockKind, str, int]]) -> list[tuple[str, str, str]]:
        found = chunks_of([page_of([*first, *section])])
        return [(c.section, c.kind, c.text) for c in found if c.section.partition(SECTION_BREAK)[0] == "Seção que fica"]

    assert chunks(before) == chunks(other)


@given(st.text("abc ABC.!?çÉ\n\"')", max_size=600))
def test_sentences_are_the_whole_text(text: str) -> None:
    """Nothing stands between sentences but blanks."""
    place = 0
    for start, end in sentence_spans(text, 0, len(text)):
        assert not text[place:start].strip() and place <= start <= end
        place = end
    assert not text[place:].strip()


def test_abbreviations_end_no_sentence() -> None:
    """KN-2: in Portuguese and in English."""
    text = (
        "O Sr. Silva e a Dra. Ana moram na Av. Brasil, n. 10. Conforme o art. 5º da lei, pagam R$ 3.50 por mês. "
        "Mr. Smith et al. met Dr. Jones at 10 a.m. in St. Louis. See fig. 3 for details. “Really?” She left."
    )
    assert [text[start:end] for start, end in sentence_spans(text, 0, len(text))] == [
        "O Sr. Silva e a Dra. Ana moram na Av. Brasil, n. 10.",
        "Conforme o art. 5º da lei, pagam R$ 3.50 por mês.",
        "Mr. Smith et al. met Dr. Jones at 10 a.m. in St. Louis.",
        "See fig. 3 for details.",
        "“Really?” She left.",
    ]


def test_a_long_paragraph_overlaps_by_a_sentence() -> None:
    """KN-2: what stands between two chunks is found with its neighbour."""
    text = " ".join(f"Esta é a frase número {n} de um parágrafo bem comprido sobre contratos." for n in range(30))
    chunks = chunks_of([Page(1, text)])
    assert len(chunks) > 4
    for before, after in pairwise(chunks):
        assert after.start < before.end
        assert before.text.endswith(text[after.start : before.end])


def test_a_paragraph_that_goes_on_over_a_page_is_one() -> None:
    """KN-2: the chunk begins on the page where the paragraph does."""
    pages = [page_of([("text", "O contrato vale até o fim do", 0)], 1), page_of([("text", "mês de abril.", 0)], 2)]
    [chunk] = chunks_of(pages)
    assert (chunk.page, chunk.text) == (1, "O contrato vale até o fim do\n\nmês de abril.")
