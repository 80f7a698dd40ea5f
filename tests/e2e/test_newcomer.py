"""Somebody new, who has no model and reads no documentation."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.e2e.desk import Desk

TEXT = "# Plano de aula\n\nTema: fotossíntese"


def drop(target: Locator, name: str, content: str) -> bool:
    """Drop a file from the machine; whether the page kept the browser from opening it."""
    kept: bool = target.evaluate(
        """(target, [name, content]) => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([content], name, { type: "text/markdown" }));
            return ["dragenter", "dragover", "drop"].map((type) =>
                !target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
            ).at(-1);
        }""",
        [name, content],
    )
    return kept


def test_a_teacher_asks_about_a_file_without_a_model(fresh_desk: Desk) -> None:
    """OS-6, OS-8, K-14: what was dropped is shown, what is said next stays in sight, all of it in her language."""
    fresh_desk.onboard(name="Márcia", locale="pt-BR")
    page = fresh_desk.open(locale="pt-BR", size=(1280, 720))
    expect(page.get_by_role("region", name="Primeiros passos")).to_contain_text("Conecte um modelo")
    assert drop(page.get_by_role("heading", level=1), "longe.md", TEXT)
    field = page.get_by_role("textbox", name="Mensagem")
    assert drop(field, "plano.md", TEXT)
    expect(page.get_by_role("button", name="Remover plano.md")).to_be_visible()
    talk = page.get_by_role("log")
    field.fill("Quem tirou a maior nota?")
    field.press("Enter")
    expect(talk.get_by_text("mostro o que ele diz")).to_be_visible()
    expect(talk.get_by_role("heading", name="Plano de aula")).to_be_visible()
    for count, words in enumerate(("Qual a capital da França?", "Qual a capital do Peru?"), start=1):
        field.fill(words)
        field.press("Enter")
        expect(talk.get_by_text("Não tenho certeza do que fazer")).to_have_count(count)
    field.fill("Lembre que prefiro chá")
    field.press("Enter")
    expect(talk.get_by_text("Guardado: prefiro chá")).to_be_in_viewport()
    page.get_by_role("tab", name="Memória").click()
    expect(page.get_by_role("tabpanel").get_by_text("prefiro chá")).to_be_visible()
    page.goto(fresh_desk.url + "/history")
    page.get_by_role("main").get_by_role("link", name="plano.md").click()
    told = page.get_by_role("figure", name="plano.md")
    expect(told).to_contain_text("Tipo: Texto formatado")
    expect(told).not_to_contain_text("sha256")
    page.get_by_role("contentinfo").get_by_role("link", name="sem modelo").click()
    expect(page).to_have_url(fresh_desk.url + "/models")
    assert fresh_desk.problems == []


def test_a_question_is_answered_where_one_types(fresh_desk: Desk) -> None:
    """OS-8: while a question waits, words typed in the chat are its answer, not an addition to what waits."""
    fresh_desk.onboard(locale="pt-BR")
    page = fresh_desk.open(locale="pt-BR")
    field = page.get_by_role("textbox", name="Mensagem")
    field.fill("Crie uma nota")
    field.press("Enter")
    expect(field).to_have_attribute("placeholder", "Responda aqui ou escolha acima…")
    field.fill("comprar tinta")
    field.press("Enter")
    expect(page.get_by_role("log").get_by_role("button", name="Aprovar", exact=True)).to_be_visible()
    expect(page.get_by_role("log").get_by_text("Respondida")).to_be_visible()
    assert fresh_desk.problems == []
