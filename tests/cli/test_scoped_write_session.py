"""One interactive session with `--output-scope "src/service/*.kt"`: S1 to S5, then S7 and S12.

The command is a real process on a terminal of its own; the agent's model plays a script.
"""

from __future__ import annotations

from pathlib import Path

from tests.cli.residents import KOTLIN, call, kotlin_site, say, write

CONTROLLER = "src/controller/MyController.kt"
SERVICE = "src/service/MyService.kt"
BETTER = "class MyService {\n    fun name() = 2\n}\n"


def test_a_whole_session_within_its_scope(tmp_path: Path) -> None:
    """CO-S1 CO-S2 CO-S3 CO-S4 CO-S5, CO-26: reading is free, writing outside is refused, writing inside is asked."""
    site = kotlin_site(tmp_path, scope=None)
    with (
        site.model(
            call("read_file", path=CONTROLLER),
            say("I read the controller."),
            write(CONTROLLER, "class Hijacked\n"),
            say("I may not write there."),
            write(SERVICE, BETTER),
            say("It was not wanted."),
            write(SERVICE, BETTER),
            say("Now it is written."),
        ) as asked,
        site.terminal("--output-scope", "src/service/*.kt", LANG="pt_BR.UTF-8") as screen,
    ):
        shown = screen.wait_for("[s/N]")  # a project is trusted once, by somebody who sees both places
        assert str(site.home) in shown and str(site.root) in shown
        screen.type("s\n")
        banner = screen.wait_for("› ")
        for words in ("KotlinServiceAgent", "develop", str(site.root), "src/service/*.kt", "mais estreito", "ask"):
            assert words in banner

        # Cenário 1 (Leitura Livre)
        screen.type("leia o controller\n")
        screen.wait_for("I read the controller.")
        assert "class MyController" in asked.told(1)

        # Cenário 2 (Escrita Fora do Escopo): nothing is prompted
        screen.wait_for("› ")
        screen.type("mude o controller\n")
        refused = screen.wait_for("I may not write there.")
        assert "Confirmar?" not in refused
        message = (
            f"Violação de escopo: '{CONTROLLER}' não é permitido pelo output_scope do agente KotlinServiceAgent "
            "(permitido: src/service/*.kt). Nada foi escrito."
        )
        assert message in refused.replace("\r\n", "")
        assert message in asked.told(3)
        assert site.read(CONTROLLER) == KOTLIN[CONTROLLER]

        # Cenário 3 (Escrita Dentro do Escopo): asked with a diff, the file as it was until the answer
        screen.wait_for("› ")
        screen.type("melhore o serviço\n")
        diff = screen.wait_for("Confirmar? ")
        assert "-    fun name() = 1" in diff and "+    fun name() = 2" in diff and f"{SERVICE}  +1 −1" in diff
        assert "em develop" in diff and "risco baixo" in diff
        assert site.read(SERVICE) == KOTLIN[SERVICE]
        screen.type("n use três\n")
        screen.wait_for("It was not wanted.")
        assert site.read(SERVICE) == KOTLIN[SERVICE]
        assert "use três" in asked.told(5)

        # Cenário 4 (Confirmação e Verificação)
        screen.wait_for("› ")
        screen.type("melhore o serviço mesmo assim\n")
        screen.wait_for("Confirmar? ")
        assert site.read(SERVICE) == KOTLIN[SERVICE]
        screen.type("s\n")
        screen.wait_for("Now it is written.")
        assert site.read(SERVICE) == BETTER
        screen.wait_for("› ")
        screen.type("/sair\n")
        assert screen.end() == 0, screen.said

    # Cenário 5 (Integridade do Estado): at the agent's home, and nothing of it in the project
    turns = site.state["conversation_history"]
    assert [turn["prompt"] for turn in turns] == [
        "leia o controller",
        "mude o controller",
        "melhore o serviço",
        "melhore o serviço mesmo assim",
    ]
    assert turns[-1]["response"] == "Now it is written."
    assert site.state["last_modified"] >= turns[-1]["timestamp"]
    assert (site.state["agent_id"], site.state["environment"]) == ("KotlinServiceAgent", "develop")
    assert sorted(path.name for path in site.root.rglob("*") if path.is_file()) == sorted(
        Path(path).name for path in KOTLIN
    )


def test_without_a_terminal_nothing_is_written_and_the_patch_is_kept(tmp_path: Path) -> None:
    """CO-S7, CO-30: the original wrote it; here it ends with 4, the file as it was, the diff beside the agents."""
    site = kotlin_site(tmp_path)
    with site.model(write("src/service/New.kt", "class New\n"), say("I could not write it.")):
        ended = site.run("--repl", "--trust", stdin="crie o serviço\n/exit\n")
    assert ended.code == 4, ended
    assert not (site.root / "src/service/New.kt").exists()
    patches = list(site.home.glob("runs/*/patches/*.patch"))
    assert len(patches) == 1 and "+class New" in patches[0].read_text("utf-8")
    assert str(patches[0]) in ended.out
    assert len(site.state["conversation_history"]) == 1


def test_a_file_that_changed_under_the_diff_is_shown_again_and_no_edit_is_lost(tmp_path: Path) -> None:
    """CO-S12, CO-27: `s` counts for what was seen; meanwhile somebody else saved, so there is a new diff."""
    site = kotlin_site(tmp_path)
    with (
        site.model(call("edit_file", path=SERVICE, search="name() = 1", replace="name() = 2"), say("It is done.")),
        site.terminal("--trust") as screen,
    ):
        screen.wait_for("› ")
        screen.type("improve it\n")
        screen.wait_for("Do it? ")
        mine = "// mine\n" + KOTLIN[SERVICE]
        (site.root / SERVICE).write_text(mine, "utf-8")
        screen.type("y\n")
        again = screen.wait_for("Do it? ")
        assert "// mine" in again
        assert site.read(SERVICE) == mine
        screen.type("y\n")
        screen.wait_for("It is done.")
        assert site.read(SERVICE) == mine.replace("= 1", "= 2")
        screen.wait_for("› ")
        screen.type("/exit\n")
        assert screen.end() == 0
