"""The variables that tell programs in the box where the way out is, and which registry to ask."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from aule.apps.registries.catalogue import hosts_of
from aule.apps.registries.records import Registry
from aule.sdk.registries import PORT

_HERE = ("localhost", "127.0.0.1", "::1")


def environment_of(registries: Sequence[Registry]) -> dict[str, str]:
    """Return the variables of a command that may reach these registries."""
    proxy = f"http://127.0.0.1:{PORT}"
    reached = {host.host for each in registries for host in hosts_of(each)}
    # What a test serves in the box itself is asked directly, unless it is the address of a registry.
    direct = ",".join(name for name in _HERE if name not in reached)
    java = f"-Dhttp.proxyHost=127.0.0.1 -Dhttp.proxyPort={PORT} -Dhttps.proxyHost=127.0.0.1 -Dhttps.proxyPort={PORT}"
    found = {"JAVA_TOOL_OPTIONS": java} if any(each.kind == "maven" for each in registries) else {}
    found |= dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"), proxy)
    found |= {"NO_PROXY": direct, "no_proxy": direct}
    found |= {"npm_config_proxy": proxy, "npm_config_https_proxy": proxy, "npm_config_noproxy": direct}
    found |= {f"npm_config_{name}": "false" for name in ("audit", "fund", "update_notifier")}
    found |= {"PIP_PROXY": proxy, "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    for each in registries:
        if each.is_own:
            found |= _own(each)
    return found


def _own(registry: Registry) -> dict[str, str]:
    """Return the variables by which programs ask a registry of the owner's."""
    url = registry.urls[0]
    host = urlsplit(url).netloc
    match registry.kind:
        case "npm":
            return {"npm_config_registry": url, "YARN_NPM_REGISTRY_SERVER": url, "YARN_REGISTRY": url}
        case "pypi":
            return {"PIP_INDEX_URL": url, "PIP_TRUSTED_HOST": host, "UV_DEFAULT_INDEX": url, "UV_INSECURE_HOST": host}
        case "go":
            return {"GOPROXY": url}
        case "rubygems":
            return {"BUNDLE_MIRROR__ALL": url}
        case _:
            return {}
