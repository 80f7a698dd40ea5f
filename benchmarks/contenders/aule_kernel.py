"""auleOS: the whole kernel, every event persisted, followed as a screen would."""

from __future__ import annotations

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

from aule import boot
from aule.contracts.talk.ask import Ask
from aule.sdk import App, Effect
from aule.stores.home.directory import Home
from benchmarks.contenders.clocked import BASE_URL, take

bench = App("bench")


@bench.capability(effect=Effect.READ)
async def echo(n: int) -> int:
    """Echo a number."""
    return n


async def main() -> None:
    with TemporaryDirectory() as folder:
        home = Home(Path(folder) / "aule")
        home.prepare()
        home.settings.write_text(
            f'[providers.loopback]\nbase_url = "{BASE_URL}"\ndefault_model = "loopback"\n'
            '[roles.general]\nprovider = "loopback"\nid = "loopback"\n'
            "[limits]\nday_tokens = 2000000000\n"
        )
        kernel = await boot.build(home, boot.ambient(), apps=[*boot.installed_apps(), bench])
        await kernel.start()
        assert (await kernel.probe("loopback", "loopback")).tier == 2

        async def turn(words: str) -> str:
            asked = await kernel.ask(Ask(message=words, locale="en"))
            answer = ""
            async for event in kernel.follow(asked.cursor, session=asked.conversation_id):
                if event.type == "message.added" and event.data.message.role == "assistant":
                    answer = event.data.message.content
                if event.type == "run.finished":
                    return answer
            return answer

        try:
            await take(turn)
        finally:
            await kernel.stop()


asyncio.run(main())
