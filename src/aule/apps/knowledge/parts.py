"""Everything knowledge brings to the kernel: importing this adds it to the app."""

from aule.apps.knowledge import references, start
from aule.apps.knowledge.app import knowledge
from aule.apps.knowledge.capabilities import collections, digests, documents, folders, search, steps, vectors
from aule.apps.knowledge.sample import capabilities as sample

__all__ = [
    "collections",
    "digests",
    "documents",
    "folders",
    "knowledge",
    "references",
    "sample",
    "search",
    "start",
    "steps",
    "vectors",
]
