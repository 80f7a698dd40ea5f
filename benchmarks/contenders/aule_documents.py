"""A document is read by a whole system: `python -m benchmarks.contenders.aule_documents HOME PDF`.

It tells `idle` before it begins, then what it did; whoever started it looks at its memory meanwhile.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from pathlib import Path


async def main(home: Path, path: Path) -> None:
    """Start, wait for a line, read the document, ask it something."""
    from sqlalchemy import select

    from aule.apps.knowledge.ingestion.intake import Batch, Intake
    from aule.apps.knowledge.ingestion.originals import keep
    from aule.apps.knowledge.tables import documents
    from aule.testing.system import system

    async with system(home) as aule:
        kernel = aule.kernel
        await kernel.loads.load("knowledge")
        print(json.dumps({"state": "idle", "processor_s": time.process_time()}), flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        began = time.perf_counter()
        file = await keep(kernel.blobs, path.name, await asyncio.to_thread(path.read_bytes), "upload")
        run, _ = await Intake(kernel).take(Batch([file], "general.home", "home", "en"))
        done = await kernel.driver.wait(run)
        read = time.perf_counter() - began
        [(pages, chunks)] = await kernel.database.fetch(select(documents.c.pages, documents.c.chunks))
        found = await kernel.call("knowledge.ask", {"question": "What is the fine for late books?"})
        answered = time.perf_counter() - began
        told = {
            "state": str(done.status),
            "pages": pages,
            "chunks": chunks,
            "read_s": read,
            "first_answer_s": answered,
        }
        print(json.dumps({**told, "passages": len(found.result.data["passages"])}), flush=True)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), Path(sys.argv[2])))
