"""Pages as an installation without extras reads them: the text, all of it, and little else (K-16)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.sandbox.net.pages import ask_plain

PROSE = "O pão cresce devagar, e quem tem pressa come pedra. A massa descansa a noite inteira, coberta, longe do vento."
MORE = (
    "De manhã o forno espera, quente como deve ser, e a casa inteira acorda com o cheiro. Ninguém dorme depois disso."
)

BLOG = f"""<!doctype html><html><head><title>Pão | Blog da Ana</title>
<meta property="og:title" content="Pão de fermentação natural"><meta name="author" content="Ana Prado">
<script type="application/ld+json">
{{"@graph": [{{"@type": "BlogPosting", "datePublished": "2026-03-04T10:00:00Z"}}]}}</script>
</head><body class="has-sidebar"><div id="page" class="site overflow-hidden">
<header class="site-header"><a href="/">Blog da Ana</a>
<div class="menu-principal"><a href="/sobre">Sobre</a></div></header>
<div class="content-sidebar-wrap"><div class="elementor-widget entry-content">
<h1>Pão</h1><p>{PROSE}</p><h2>Forno</h2><p>{MORE} Veja a <a href="../receita?a=1">receita</a>.</p>
<ol><li>Farinha peneirada</li><li>Água</li></ol>
<pre>forno --graus 230</pre>
<div class="sharedaddy"><a href="https://x.test/share">Compartilhe</a></div>
<h2>Leia também</h2>
<p><a href="/bolo">Bolo de fubá da avó, que não leva fermento nenhum e fica pronto em meia hora</a></p>
</div><div id="sidebar" class="sidebar"><p>{MORE} Assine a lista da Ana e receba tudo antes.</p></div></div>
<div id="comments"><p>Adorei, Ana, fiz ontem e deu certo, obrigado pela receita e pelo carinho de sempre!</p></div>
<footer><p>Todos os direitos reservados, Ana Prado, desde 2019.</p></footer></div></body></html>"""


async def test_a_post_is_its_text_and_nothing_around_it() -> None:
    found = await ask_plain(BLOG)
    assert found == {
        "title": "Pão de fermentação natural",
        "author": "Ana Prado",
        "date": "2026-03-04",
        "text": "\n\n".join(
            [
                "# Pão",
                PROSE,
                "## Forno",
                f"{MORE} Veja a [receita](https://page.test/receita?a=1).",
                "1. Farinha peneirada",
                "2. Água",
                "```\nforno --graus 230\n```",
            ]
        ),
    }


async def test_a_page_without_paragraphs_is_read_by_its_divisions() -> None:
    text = (await ask_plain(f"<body><div class='x'>{PROSE}<br><br>{MORE}</div><div><a href='/'>Início</a></div>"))[
        "text"
    ]
    assert PROSE in text and MORE in text and "Início" not in text


async def test_what_is_called_furniture_and_holds_most_of_the_text_is_the_text() -> None:
    text = (await ask_plain(f"<body><div class='sidebar'><p>{PROSE}</p><p>{MORE}</p></div><p>Oi.</p>"))["text"]
    assert PROSE in text and MORE in text


async def test_a_text_in_parts_with_a_lead_is_read_whole() -> None:
    parts = f"<div class='post-content'><p>{PROSE}</p></div><div class='post-content'><p>{MORE}</p></div>"
    text = (await ask_plain(f"<body><div><p class='lead'>{MORE} Lead.</p>{parts}</div>"))["text"]
    assert text == f"{MORE} Lead.\n\n{PROSE}\n\n{MORE}"


async def test_a_page_that_scripts_draw_is_read_from_its_data() -> None:
    data = f'<script type="application/ld+json">{{"articleBody": "{PROSE} {MORE}", "headline": "Pão"}}</script>'
    found = await ask_plain(f"<head>{data}</head><body><div id='root'></div></body>")
    assert found == {"title": "Pão", "text": f"{PROSE} {MORE}"}


async def test_a_short_list_is_shown_as_it_is() -> None:
    text = (await ask_plain("<body><h1>Lista</h1><ul><li>leite</li><li><a href='/x'>pão</a></li></ul></body>"))["text"]
    assert text == "# Lista\n\n- leite\n\n- [pão](https://page.test/x)"


@pytest.mark.parametrize("link", ["javascript:alert(1)", "data:text/html,x", "#top", "http://[", " "])
async def test_a_link_that_leads_nowhere_is_text(link: str) -> None:
    text = (await ask_plain(f"<body><article><p>{PROSE} {MORE} <a href='{link}'>aqui</a>.</p></article>"))["text"]
    assert text.endswith(" aqui.") and "](" not in text


@pytest.mark.parametrize(
    "page", ["", " ", "\0", "<!-- -->", "<html>", "<frameset><frame src=x></frameset>", "só texto"]
)
async def test_a_page_with_nothing_in_it_is_no_error(page: str) -> None:
    found: dict[str, Any] = await ask_plain(page)
    assert found["text"] in ("", "só texto")


async def test_a_long_page_takes_no_longer_than_its_length() -> None:
    rows = "".join(f"<div class='row'><div><div><p>{PROSE} {n}</p></div></div></div>" for n in range(4_000))
    text = (await ask_plain(f"<body><main>{rows}</main></body>"))["text"]
    assert text.count("\n\n") == 3_999
