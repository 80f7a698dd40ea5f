"""Words about MCP servers, plugins, skills, web APIs, the catalogue and packages, where no model answers."""

from __future__ import annotations

from pathlib import Path

from aule.contracts.access.approval import ApprovalKind
from aule.models.switchboard import Switchboard
from aule.testing.system import system

ANSWERED = {
    "pt-BR": {
        "quais servidores MCP estão ligados?": "Servidores MCP aqui: ainda nenhum item. O catálogo oferece:",
        "adiciona um servidor mcp": "abra Servidores MCP e dê o comando ou o endereço",
        "conecte o servidor MCP npx -y @modelcontextprotocol/server-filesystem /tmp": "Com uma frase não adiciono nada",
        "desconecta o servidor github": "Não há nada assim aqui, e não removi nada.",
        "o que é MCP?": "MCP é o modo como programas oferecem ferramentas a assistentes.",
        "quero que outros programas usem o auleOS por MCP": "`aule mcp serve`",
        "instala o plugin de calendário": "O catálogo não tem nada para “calendario”, e não adicionei nada.",
        "quais skills estão instaladas?": "Habilidades aqui: ainda nenhum item. O catálogo oferece: “Ata de reunião”.",
        "quais APIs estão importadas?": "Ainda não há API da web importada.",
        "importe a API http://127.0.0.1:9998/openapi.json": "Com uma frase não importei nada.",
        "o que tem no catálogo?": "O catálogo oferece 16 itens:",
        "procura no catálogo algo pra ata de reunião": "No catálogo há: “Ata de reunião”.",
        "posso instalar qualquer pacote?": "é perguntado antes; ele roda isolado",
        "pip install requests e roda o teste": "diga “pip install requests”, e o resto quando terminar.",
    },
    "en": {
        "list my MCP servers": "MCP servers here: none yet.",
        "remove the MCP server filesystem": "There is nothing like that here, and I removed nothing.",
        "uninstall the weather plugin": "There is nothing like that here, and I removed nothing. Plugins here: none"
        " yet.",
        "is it safe to install plugins?": "Nothing is added without your yes",
        "what skills are there?": "The catalogue offers: “Meeting minutes”.",
        "search the catalogue for CPF": "“Format and check a CPF”",
        "search the catalogue for translation": "The catalogue has nothing for “translation”",
    },
}
INSTALLS = {
    "npm install express": ["npm install express"],
    "please install @types/node": ["npm install @types/node"],
    "instala o pandas com pip": ["pip install pandas"],
    "instale a biblioteca left-pad no projeto": ["pip install left-pad", "npm install left-pad"],
}
ABOUT_OTHERS = (
    "what skills should a teacher have?",
    "adicione o livro ao catálogo da biblioteca",
    "não instale nada",
    "adicione a tarefa atualizar o plugin do site",
    "deleta o projeto Catálogo online",
    "que atividades de leitura o catálogo tem?",
    "quantos servidores públicos há na escola?",
)
"""Words that have a second meaning: nobody adds, installs or lists anything by them."""


async def test_words_about_additions_are_answered_with_what_is_here_and_how_one_gets_more(tmp_path: Path) -> None:
    """TL-30, TL-31: in the language of the sentence; nothing is added, connected, imported or removed by them."""
    async with system(tmp_path, models=Switchboard) as aule:
        for locale, answers in ANSWERED.items():
            for words, part in answers.items():
                run = await aule.ask(words, locale=locale)
                assert part in (await aule.messages(run))[-1].content, words
        assert await aule.kernel.approvals.pending() == []
        for words in ABOUT_OTHERS:
            run = await aule.ask(words, locale="en" if words.startswith("what") else "pt-BR")
            told = (await aule.messages(run))[-1].content
            assert not any(part in told for part in ("catalogue", "O catálogo ", "Servidores", "Skills here")), words
            for each in await aule.kernel.approvals.pending():
                assert each.call is None or not each.call.capability.startswith(("registries.", "additions.")), words
            await aule.kernel.cancel(run.id)


async def test_a_package_is_installed_by_its_name_after_a_look_at_the_command(tmp_path: Path) -> None:
    """LT-7: one question where it is not said with what; the card is that of the command."""
    async with system(tmp_path, models=Switchboard) as aule:
        for words, lines in INSTALLS.items():
            run = await aule.ask(words, locale="en")
            waiting = await aule.pending()
            if len(lines) > 1:
                assert waiting.kind is ApprovalKind.QUESTION
                assert [each.label for each in waiting.options][: len(lines)] == lines
            else:
                assert waiting.call is not None and waiting.call.capability == "registries.run_command"
                assert waiting.call.params == {"command": lines[0]}
            await aule.kernel.cancel(run.id)
