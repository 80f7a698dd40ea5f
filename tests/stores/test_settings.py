"""The settings file: the truth, editable by hand, hot, and never overwritten when broken."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aule.contracts.access.agent import Budget, Role
from aule.contracts.access.capability import Policy
from aule.contracts.errors import Conflict, Corrupt, Unavailable
from aule.contracts.settings import Appearance, Limits, Provider, RoleModel, Settings
from aule.stores.home.settings import HEADER, SettingsFile, parse

CHOSEN = Settings(
    appearance=Appearance(theme="dark", locale="pt-BR", name='Ana "a" \\ ção'),
    providers={
        "ollama": Provider(base_url="http://127.0.0.1:11434/v1"),
        "openai": Provider(enabled=False),
        "x": Provider(),
    },
    roles={Role.CODE: RoleModel(provider="ollama", id="qwen3:8b")},
    limits=Limits(run=Budget(max_turns=3), day_cost=0),
    policy=Policy(deny=["core.delete_file"]),
    onboarded=True,
)


@pytest.fixture
def file(tmp_path: Path) -> SettingsFile:
    return SettingsFile(tmp_path / "settings.toml")


def test_without_a_file_there_are_the_defaults_and_none_is_made(file: SettingsFile) -> None:
    assert file.read() == Settings()
    assert not file.path.exists()


def test_settings_come_back_as_they_were_saved(file: SettingsFile) -> None:
    """OS-7: providers, roles, limits, appearance."""
    etag = file.write(CHOSEN, file.etag())
    assert (file.read(), SettingsFile(file.path).read(), file.etag()) == (CHOSEN, CHOSEN, etag)
    assert stat.S_IMODE(file.path.stat().st_mode) == 0o600


text = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
settings = st.builds(
    Settings,
    appearance=st.builds(Appearance, theme=st.sampled_from(["light", "dark", "system"]), name=text),
    providers=st.dictionaries(
        st.from_regex(r"[a-z][a-z0-9_-]{0,10}", fullmatch=True),
        st.builds(Provider, enabled=st.booleans(), base_url=st.none() | text, default_model=st.none() | text),
        max_size=3,
    ),
    limits=st.builds(Limits, day_cost=st.floats(0, 1e9), day_tokens=st.integers(0, 2**60)),
    policy=st.builds(Policy, allow=st.lists(text, max_size=3)),
    onboarded=st.booleans(),
)


@given(settings)
def test_any_settings_survive_the_file(tmp_path_factory: pytest.TempPathFactory, chosen: Settings) -> None:
    file = SettingsFile(tmp_path_factory.mktemp("s") / "settings.toml")
    file.write(chosen)
    assert SettingsFile(file.path).read() == chosen


def test_only_what_differs_from_the_defaults_is_written(file: SettingsFile) -> None:
    file.write(Settings(appearance=Appearance(theme="dark")))
    assert file.path.read_text() == HEADER + '\n[appearance]\ntheme = "dark"\n'


def test_a_persons_opening_comment_stays(file: SettingsFile) -> None:
    file.path.write_text("# mine\n# keep me\nonboarded = true # this one goes\n")
    file.write(file.read().model_copy(update={"compact_at": 5000}))
    assert file.path.read_text() == "# mine\n# keep me\n\nonboarded = true\ncompact_at = 5000\n"


def test_an_edit_by_hand_is_seen_at_once(file: SettingsFile) -> None:
    """OS-7: hot reload, without a restart."""
    file.write(CHOSEN)
    for theme in ("light", "dark", "light"):
        file.path.write_text(f'[appearance]\ntheme = "{theme}"\n')
        assert file.read() == Settings(appearance=Appearance(theme=theme))


def test_saving_over_somebody_elses_edit_is_a_conflict(file: SettingsFile) -> None:
    seen = file.etag()
    file.path.write_text("onboarded = true\n")
    with pytest.raises(Conflict, match="changed since"):
        file.write(Settings(), seen)
    assert file.path.read_text() == "onboarded = true\n"


@pytest.mark.parametrize(
    ("content", "message", "field"),
    [
        (b"onboarded = \n", "line 1", None),
        (b"a = 1\na = 2\n", "Cannot overwrite a value", None),
        (b"onboarded = true\n\xff\n", "line 2 is not UTF-8", None),
        (b'[limits]\n# x\nday_cost = "much"\n', "'limits.day_cost' (line 3): Input should be a", "limits.day_cost"),
        (b"[limits.run]\nmax_turns = 0\n", "'limits.run.max_turns' (line 2)", "limits.run.max_turns"),
        (b"[appearance]\nthemee = 'dark'\n", "there is no setting 'appearance.themee' (line 2)", "appearance.themee"),
        (b"[providers.ollama]\nbase_ulr = 'x'\n", "'providers.ollama.base_ulr' (line 2)", "providers.ollama.base_ulr"),
        (b"[providers.Ollama]\n", "'providers.Ollama' (line 1)", "providers.Ollama"),
        (b"limits = 3\n", "'limits' (line 1)", "limits"),
        (b"x = " + b"[" * 5000 + b"]" * 5000, "nested too deeply", None),
        (b"#" * 1_000_001, "larger than a megabyte", None),
    ],
)  # fmt: skip
def test_a_broken_file_is_named_by_line_and_field_and_left_alone(
    file: SettingsFile, content: bytes, message: str, field: str | None
) -> None:
    file.path.write_bytes(content)
    with pytest.raises(Corrupt) as caught:
        file.read()
    with pytest.raises(Corrupt):
        file.write(Settings())
    assert message in str(caught.value)
    assert caught.value.problem.field == field
    assert file.path.read_bytes() == content


def test_a_misspelt_setting_gets_a_suggestion(file: SettingsFile) -> None:
    file.path.write_text("[providers.ollama]\nbase_ulr = 'x'\n")
    with pytest.raises(Corrupt) as caught:
        file.read()
    assert caught.value.problem.candidates == ["base_url"]
    assert "Did you mean 'base_url'?" in (caught.value.problem.hint or "")


def test_while_the_file_is_broken_the_settings_from_before_stay_in_use(
    file: SettingsFile, caplog: pytest.LogCaptureFixture
) -> None:
    file.write(CHOSEN)
    assert file.current() == CHOSEN
    file.path.write_text("theme = ")
    assert (file.current(), file.current()) == (CHOSEN, CHOSEN)
    assert file.problem is not None and file.problem.code == "invalid_settings"
    assert len(caplog.records) == 1, "said once, not at every look"
    file.path.write_text("onboarded = true\n")
    assert (file.current(), file.problem) == (Settings(onboarded=True), None)


def test_a_file_that_cannot_be_opened_is_unavailable_not_empty(file: SettingsFile) -> None:
    file.path.mkdir()
    with pytest.raises(Unavailable, match="cannot be read"):
        file.read()


@given(st.binary(max_size=60))
def test_no_content_crashes_the_reader(content: bytes) -> None:
    try:
        parse(content, "settings.toml")
    except Corrupt as error:
        assert error.problem.code == "invalid_settings"
