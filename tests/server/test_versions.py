"""An edit may say which version it is about, and is then refused when that one is gone."""

from __future__ import annotations

import pytest
from starlette.responses import Response

from aule.contracts.errors import Conflict, Invalid
from aule.sdk.http import Stale, expected_version, losing_is_stale
from aule.server.versions import edited_version, show_version


def test_the_version_that_was_read_may_be_edited() -> None:
    response = Response()
    show_version(response, 3)
    assert response.headers["ETag"] == '"v3"'
    assert expected_version('"v3"', 3) == 3
    assert expected_version(' "v3" ', 3) == 3
    assert expected_version("*", 7) == 7


def test_an_edit_that_names_no_version_is_about_the_one_there_is() -> None:
    """LT-3: nobody needs two requests for one edit."""
    assert expected_version(None, 4) == 4
    assert edited_version(None, 4) == 4


def test_an_edit_of_an_old_version_is_stale() -> None:
    with pytest.raises(Stale) as refused:
        expected_version('"v2"', 3)
    assert refused.value.status == 412
    assert '"v3"' in (refused.value.problem.hint or "")


@pytest.mark.parametrize("tag", ["", "v3", '"3"', '"v-1"', 'W/"v3"', '"v3", "v4"', '"v' + "9" * 30 + '"', '"v٣"'])
def test_what_is_no_tag_of_ours_is_refused(tag: str) -> None:
    with pytest.raises((Invalid, Stale)):
        expected_version(tag, 4)


def test_losing_a_race_is_stale_and_other_conflicts_stay_what_they_are() -> None:
    for code in ("conflict", "stale"):
        with pytest.raises(Stale), losing_is_stale():
            raise Conflict("moved on", code=code)
    with pytest.raises(Conflict) as kept, losing_is_stale():
        raise Conflict("no", code="undo_conflict")
    assert kept.value.status == 409
