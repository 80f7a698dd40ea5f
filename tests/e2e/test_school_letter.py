"""School Power's screens for what its letter asks: the context, presenting to the class, connecting a platform."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.e2e.desk import Desk, axe_violations
from tests.e2e.talking import log
from tests.e2e.test_school_story import SAID, by_hand, view

PICTURES = os.environ.get("SCHOOL_PICTURES")
"""A folder for pictures of what is tested, for whoever wants to look."""


def picture(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=str(Path(PICTURES) / f"{name}.png"))


@contextmanager
def platform() -> Iterator[tuple[str, list[str]]]:
    """Another platform on this machine that has one class."""
    heard: list[str] = []
    turma = {"id": "T-1", "nome": "9C", "ano_serie": "EF9", "ano_letivo": 2026}

    class Answering(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            heard.append(self.headers.get("Authorization", ""))
            items = [turma] if self.path.startswith("/v1/turmas") and "alunos" not in self.path else []
            body = json.dumps({"items": items, "total": len(items), "next": None}).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answering)
    serving = threading.Thread(target=server.serve_forever)
    serving.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1", heard
    finally:
        server.shutdown()
        serving.join()
        server.server_close()


def test_the_context_stands_beside_the_talk_from_the_first_message_on(desk: Desk) -> None:
    """LT-24, LT-20, LT-22: what is asked, then what was found by step and function; folded on a phone."""
    desk.onboard(name="Ana", locale="pt-BR")
    by_hand(desk, "adicionar_amostra")
    page = desk.open("/school", locale="pt-BR")
    page.get_by_role("textbox", name="Mensagem").fill(SAID)
    page.keyboard.press("Enter")
    context = page.get_by_role("region", name="Contexto desta conversa")
    expect(context).to_contain_text(SAID)
    card = log(page).locator("[data-plan]")
    expect(card.get_by_role("heading", name="Etapas do plano")).to_be_visible()
    picture(page, "context-before")
    assert axe_violations(page) == []
    card.get_by_role("button", name="Executar plano").click()
    expect(card.get_by_role("heading", name="Seu plano foi concluído")).to_be_visible()
    expect(context.get_by_role("img", name="Descoberta").first).to_be_visible()
    expect(context).to_contain_text("Etapa 1")
    expect(context).to_contain_text("pesquisar_desempenho_turma")
    expect(log(page)).to_contain_text("Pronto, está feito: criar 3 atividades de Matemática para 7A.")
    picture(page, "context-after")
    page.emulate_media(color_scheme="dark")
    picture(page, "context-dark")
    context.get_by_role("button", name="Contexto").first.click()
    expect(context.get_by_role("list")).to_have_count(0)
    phone = desk.open("/school", locale="pt-BR", size=(390, 780))
    phone.get_by_role("button", name="Conversa").first.click()
    folded = phone.get_by_role("region", name="Contexto desta conversa").get_by_role("button", name="Contexto")
    phone.get_by_role("textbox", name="Mensagem").fill("como está o 7A?")
    phone.keyboard.press("Enter")
    expect(folded).to_have_attribute("aria-expanded", "false")
    picture(phone, "context-phone")
    assert desk.problems == []


def test_an_activity_is_shown_to_the_class_one_thing_at_a_time(desk: Desk) -> None:
    """LT-26: full-screen, by keys, the answer only when it is asked for; closing leads back."""
    desk.onboard(name="Ana", locale="pt-BR")
    by_hand(desk, "adicionar_amostra")
    activity = view(desk, "atividades")["atividades"][0]["id"]
    page = desk.open(f"/school/atividades/{activity}", locale="pt-BR")
    page.get_by_role("button", name="Apresentar").click()
    shown = page.get_by_role("dialog", name="para a turma")
    expect(shown.get_by_role("button", name="Próxima")).to_be_enabled()
    picture(page, "present-cover")
    page.keyboard.press("ArrowRight")
    answer = shown.locator(".paper-answer")
    expect(shown.locator(".paper-question")).to_be_visible()
    expect(answer).to_have_count(0)
    picture(page, "present-question")
    assert axe_violations(page) == []
    shown.get_by_role("button", name="Mostrar a resposta").click()
    expect(answer).to_be_visible()
    picture(page, "present-answer")
    page.keyboard.press("Escape")
    expect(shown).to_have_count(0)
    assert "modo" not in page.url
    phone = desk.open(f"/school/atividades/{activity}?modo=apresentar", locale="pt-BR", size=(390, 780))
    small = phone.get_by_role("dialog", name="para a turma")
    small.get_by_role("button", name="Próxima").click()
    expect(small.locator(".paper-question")).to_be_visible()
    picture(phone, "present-phone")
    small.get_by_role("button", name="Encerrar a apresentação").click()
    expect(small).to_have_count(0)
    assert desk.problems == []


def test_a_platform_is_connected_tested_and_let_go_on_its_screen(desk: Desk) -> None:
    """LT-25: the address, the key, what happens then, the test, what is read and written; and back again."""
    desk.onboard(name="Ana", locale="pt-BR")
    with platform() as (address, heard):
        page = desk.open("/school/fonte", locale="pt-BR")
        expect(page.get_by_role("heading", name="Plataforma conectada")).to_be_visible()
        page.get_by_role("textbox", name="Endereço").fill(address)
        page.get_by_label("Chave").fill("s3nha-de-teste")
        page.get_by_role("button", name="Conectar", exact=True).click()
        expect(page.get_by_role("region", name="O que acontece então")).to_contain_text(address)
        picture(page, "source-sure")
        assert axe_violations(page) == []
        page.get_by_role("button", name="Conectar e testar").click()
        expect(page.get_by_text("Conectada", exact=True)).to_be_visible()
        works = page.get_by_role("status").filter(has_text="A plataforma responde")
        expect(works).to_contain_text("9C")
        page.get_by_role("button", name="Testar").click()
        expect(works).to_be_visible()
        assert "Bearer s3nha-de-teste" in heard
        picture(page, "source-on")
        picture(desk.open("/school/fonte", locale="pt-BR", size=(390, 780), theme="dark"), "source-phone")
        page.get_by_role("button", name="Desconectar").click()
        page.get_by_role("region", name="O que acontece então").get_by_role("button", name="Desconectar").click()
        expect(page.get_by_text("Não conectada")).to_be_visible()
    assert desk.problems == []
