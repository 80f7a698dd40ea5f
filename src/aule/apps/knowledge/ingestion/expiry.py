"""Expiry: the originals of documents that were deleted long ago are cleared away, when a person asks for it.

Undo brings the text, pages and vectors of such a document back all the same; only its original file is gone then.
"""

from __future__ import annotations

import asyncio
from datetime import timedelta

from aule.apps.knowledge.tables import documents, versions
from aule.contracts.ambient import timestamp
from aule.sdk.system import ClearedContents, FormerContents, Kernel, clear_contents

KEPT_DAYS = 30
"""Days for which the original of a deleted document is kept, unless somebody says otherwise."""
_COLUMNS = {str(documents.name): ("sha256",), str(versions.name): ("sha256",)}


async def clear_originals(kernel: Kernel, days: int) -> ClearedContents:
    """Clear the originals away that only documents deleted more than some days ago had."""
    now = kernel.ambient.clock.now()
    before = timestamp(now - timedelta(days=days))
    former = FormerContents("knowledge", before, _COLUMNS, now.timestamp())
    return await asyncio.to_thread(clear_contents, kernel.documents.home.database, kernel.blobs, former)
