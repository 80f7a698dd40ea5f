"""Finding tools of MCP servers by words (TL-20)."""

from __future__ import annotations

from aule.apps.mcp.records import Descriptor
from aule.apps.mcp.search import rank


def test_a_tool_is_found_by_its_own_name_and_by_the_words_in_it() -> None:
    """TL-20: whichever way a server writes its names, the tool that is meant comes first."""
    names = ["getUserInfo", "get_user_list", "API-get-self", "browser_navigate", "HTTPFetch2"]
    tools = [("far", Descriptor(name=name, hash="sha256:x")) for name in names]
    for name in names:
        assert rank(tools, name)[0][1].name == name
    assert rank(tools, "user info")[0][1].name == "getUserInfo"
    assert [tool.name for _, tool in rank(tools, "navigate")] == ["browser_navigate"]
