"""Secret files: those that commonly hold keys and passwords. No agent reads one; their names may be listed."""

from __future__ import annotations

import re
from functools import lru_cache

from aule.contracts.errors import OutsideScope
from aule.text.filename import folded_name

SECRET = "secret_file"
"""The code of the error for a secret file."""
FOLDERS = frozenset({".ssh", ".gnupg", ".aws", ".azure", ".kube", ".docker", ".password-store", ".gcloud"})
"""Folders of keys: everything in them is secret."""

_EXAMPLE = re.compile(r".*\.env\.(?:example|sample|template)|(?:example|sample|template)\.env")
"""Example files, which hold names and no values."""
_NAME = re.compile(
    r"""
      \.env.*
    | .*\.env(?:\.[^.]+)?
    | .*\.(?:pem|key|p12|pfx|kdbx|keystore|jks|ppk|ovpn)
    | id_(?:rsa|dsa|ecdsa|ed25519|xmss)(?!.*\.pub$).*
    | \.(?:netrc|npmrc|pypirc|git-credentials|dockercfg|pgpass|htpasswd|vault-token|terraformrc|my\.cnf)
    | _netrc
    | \.?(?:aws_)?credentials?(?:[._-].*)?
    | .*[._-]credentials?\.(?:json|ya?ml|toml|ini|csv|xml|txt|enc)
    | \.?(?:client_)?secrets?(?:\.[^.]+)?\.(?:json|ya?ml|toml|ini|env|properties|enc)
    | service[-_]account.*\.json
    """,
    re.VERBOSE,
)
_SOURCE = re.compile(
    r"credentials?(?:[._-].*)?\.(?:py|pyi|ts|tsx|js|jsx|mjs|go|rs|java|kt|kts|rb|php|cs|swift|c|h|cc|cpp|hpp|scala|ex|sql|vue)"
)
"""Source files about credentials, which are code."""


@lru_cache(maxsize=65_536)
def is_secret(path: str) -> bool:
    """Return whether a file commonly holds secrets, by its name or by a folder it is in, however spelled."""
    *folders, name = map(folded_name, path.split("/"))
    if not FOLDERS.isdisjoint(folders) or name in FOLDERS:
        return True
    return _NAME.fullmatch(name) is not None and not (_EXAMPLE.fullmatch(name) or _SOURCE.fullmatch(name))


def refuse_secret(path: str) -> None:
    """Raise an error for a secret file."""
    if is_secret(path):
        raise secret_file(path)


def secret_file(path: str) -> OutsideScope:
    """Return the error for reading or changing a secret file."""
    return OutsideScope(
        f"{path!r} is a secret file, which agents neither read nor change.",
        code=SECRET,
        field="path",
        hint="Do without its content. A person can open it outside of auleOS; an example file without values may help.",
    )
