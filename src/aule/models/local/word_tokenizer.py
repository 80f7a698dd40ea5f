"""A tokenizer that remembers words: the pieces of a word are worked out once, however often it is written.

The package's tokenizer looks for the best pieces of a whole text. None of its pieces goes on behind the beginning of
a word, and none of its replacements of letters looks across a space, so that the best pieces of a text are those of
its words, one after the other. A test looks at every piece and every replacement of the vocabulary for that.
"""

from __future__ import annotations

import re
from typing import Any

MOST_WORDS = 100_000
"""Words that are remembered, some 200 bytes each; beyond that it begins anew."""
LONGEST_WORD = 60
"""Letters of a word that is worth remembering."""
SPACES = " \n\t"
"""What words are parted at: the tokenizer takes each of them for a space."""
SPACE_SYMBOL = "▁"
"""What the tokenizer writes for a space."""
_WORD = re.compile(f"[^{SPACES}]+")


class WordTokenizer:
    """Turns texts into the numbers of their pieces, as the package's tokenizer does, word by word."""

    def __init__(self, tokenizer: Any) -> None:
        self._tokenizer = tokenizer
        self._known: dict[str, tuple[int, ...]] = {}

    def encode(self, text: str) -> list[int]:
        """Return the numbers of a text's pieces, with the marks of its beginning and its end."""
        known, made = self._known, self._tokenizer
        if SPACE_SYMBOL in text:  # the tokenizer would take it for a space in some places and not in others
            return made.encode(text, out_type=int, add_bos=True, add_eos=True)
        ids: list[int] = [made._bos_id]
        for word in _WORD.findall(text):
            pieces = known.get(word)
            if pieces is None:
                pieces = self._learn(word)
            ids += pieces
        if len(ids) == 1:
            ids.append(made._unk_id)
        ids.append(made._eos_id)
        return ids

    def _learn(self, word: str) -> tuple[int, ...]:
        normal = self._tokenizer._normalizer.normalize(word)
        pieces = tuple(self._tokenizer._viterbi(normal)) if normal else ()
        if len(word) <= LONGEST_WORD:
            if len(self._known) >= MOST_WORDS:
                self._known.clear()
            self._known[word] = pieces
        return pieces
