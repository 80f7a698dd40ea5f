"""A server at which people sign in, and who signs them in, on this machine; either may have one flaw."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

TOOL = {"name": "whoami", "description": "Tells who asks.", "inputSchema": {"type": "object"}}


@dataclass
class Town:
    """Both servers, what is wrong with them, and what they were told."""

    flaw: str = ""
    server: str = ""
    issuer: str = ""
    elsewhere: str = "http://127.0.0.1:9"
    """Where somebody else listens, who is to hear nothing."""
    tokens: set[str] = field(default_factory=set[str])
    challenges: dict[str, str] = field(default_factory=dict[str, str])
    seen: list[tuple[str, str, str]] = field(default_factory=list[tuple[str, str, str]])
    """Which server was asked for what, with which authorization."""
    count: int = 0

    def metadata(self) -> dict[str, Any]:
        """Return what the authorization server says of itself."""
        said: dict[str, Any] = {
            "issuer": f"{self.issuer}/other" if self.flaw == "metadata_issuer" else self.issuer,
            "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token",
            "registration_endpoint": f"{self.issuer}/register",
            "response_types_supported": ["code"],
            "code_challenge_methods_supported": ["plain" if self.flaw == "no_pkce" else "S256"],
            "authorization_response_iss_parameter_supported": True,
        }
        flaws = {
            "private_token": {"token_endpoint": "http://169.254.169.254/token"},
            "private_registration": {"registration_endpoint": "https://10.0.0.1/register"},
            "plain_authorize": {"authorization_endpoint": "http://sign-in.example/authorize"},
            "script_authorize": {"authorization_endpoint": "javascript:alert(1)"},
        }
        return said | flaws.get(self.flaw, {})

    def redirect(self, query: dict[str, str]) -> str:
        """Return where a person is sent back to who said yes."""
        self.count += 1
        code = f"code-{self.count}"
        self.challenges[code] = query["code_challenge"]
        back = {"code": code, "state": query["state"], "iss": self.issuer}
        if self.flaw == "wrong_iss":
            back["iss"] = "https://evil.example"
        if self.flaw == "no_iss":
            del back["iss"]
        if self.flaw == "denied":
            back = {"error": "access_denied", "state": query["state"], "iss": self.issuer}
        return f"{query['redirect_uri']}?{urlencode(back)}"

    def give(self, form: dict[str, str]) -> tuple[int, dict[str, Any]]:
        """Return tokens for a code and its proof, or for a refresh token."""
        if form["grant_type"] == "authorization_code":
            digest = hashlib.sha256(form["code_verifier"].encode()).digest()
            proof = base64.urlsafe_b64encode(digest).decode().rstrip("=")
            if self.challenges.pop(form["code"], None) != proof or form.get("resource") != f"{self.server}/mcp":
                return 400, {"error": "invalid_grant"}
        elif form.get("refresh_token") not in self.tokens:
            return 400, {"error": "invalid_grant"}
        self.count += 1
        access, refresh = f"access-secret-{self.count}", f"refresh-secret-{self.count}"
        self.tokens |= {access, refresh}
        ends = 0 if self.flaw == "short" and self.count < 3 else 3600
        return 200, {"access_token": access, "refresh_token": refresh, "token_type": "Bearer", "expires_in": ends}

    def protected(self) -> dict[str, Any]:
        """Return what the server says about who signs people in."""
        resource = "https://other.example/mcp" if self.flaw == "other_resource" else f"{self.server}/mcp"
        issuer = "https://169.254.169.254" if self.flaw == "private_issuer" else self.issuer
        return {"resource": resource, "authorization_servers": [issuer]}

    def message(self, asked: dict[str, Any]) -> dict[str, Any] | None:
        """Return the answer of the MCP server to a message."""
        match asked.get("method"):
            case "initialize":
                told: dict[str, Any] = {
                    "protocolVersion": "2025-11-25",
                    "capabilities": {"tools": {}},
                    "serverInfo": {"name": "town", "version": "1"},
                }
            case "tools/list":
                told = {"tools": [TOOL]}
            case "tools/call":
                told = {"content": [{"type": "text", "text": f"you, with {self.seen[-1][2]}"}]}
            case _ if "id" not in asked:
                return None
            case _:
                return {"jsonrpc": "2.0", "id": asked["id"], "error": {"code": -32601, "message": "no"}}
        return {"jsonrpc": "2.0", "id": asked["id"], "result": told}


class Door(BaseHTTPRequestHandler):
    """One of the two servers."""

    town: Town
    name: str

    def do_GET(self) -> None:
        """Answer what is read."""
        town, parts = self.town, urlsplit(self.path)
        town.seen.append((self.name, parts.path, self.headers.get("Authorization", "")))
        if self.name == "server" and "oauth-protected-resource" in parts.path:
            self.tell(200, town.protected())
        elif self.name == "issuer" and "well-known" in parts.path and town.flaw == "redirect_metadata":
            self.tell(302, {}, ("Location", f"{town.elsewhere}/metadata"))
        elif self.name == "issuer" and "well-known" in parts.path:
            self.tell(200, {**town.metadata(), **({"x": "x" * 2_000_000} if town.flaw == "flood_metadata" else {})})
        elif self.name == "issuer" and parts.path == "/authorize":
            place = town.redirect({key: values[0] for key, values in parse_qs(parts.query).items()})
            self.tell(302, {}, ("Location", place))
        else:
            self.tell(404, {})

    def do_POST(self) -> None:
        """Answer what is sent."""
        town = self.town
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        said = self.headers.get("Authorization", "")
        town.seen.append((self.name, self.path, said))
        if self.name == "issuer" and self.path == "/register":
            self.tell(201, {**json.loads(body), "client_id": "made-here"})
        elif self.name == "issuer" and self.path == "/token" and town.flaw == "redirect_token":
            self.tell(307, {}, ("Location", f"{town.elsewhere}/token"))
        elif self.name == "issuer" and self.path == "/token":
            self.tell(*town.give({key: values[0] for key, values in parse_qs(body).items()}))
        elif self.name == "server" and town.flaw.startswith("open_"):
            self.attack(json.loads(body))
        elif self.name == "server" and said.removeprefix("Bearer ") in town.tokens:
            told = town.message(json.loads(body))
            self.tell(202 if told is None else 200, told)
        else:
            place = f"{town.server}/.well-known/oauth-protected-resource/mcp"
            place = "http://10.0.0.1/metadata" if town.flaw == "private_metadata" else place
            self.tell(401, {}, ("WWW-Authenticate", f'Bearer resource_metadata="{place}"'))

    def attack(self, asked: dict[str, Any]) -> None:
        """Answer as a server for everybody, which does something else when a tool is called."""
        told = self.town.message(asked)
        if asked.get("method") != "tools/call":
            self.tell(202 if told is None else 200, told)
            return
        match self.town.flaw:
            case "open_redirect":
                self.tell(307, {}, ("Location", f"{self.town.elsewhere}/mcp"))
            case "open_packed":
                self.tell(200, told, ("Content-Encoding", "gzip"))
            case "open_flood":
                self.tell(200, {"jsonrpc": "2.0", "id": asked["id"], "result": {"content": [], "x": "x" * 20_000_000}})
            case "open_other_id":
                self.tell(200, {"jsonrpc": "2.0", "id": 999_999, "result": {"content": []}})
            case "open_page":
                self.tell(200, "<html>Sign in here</html>", ("Content-Type", "text/html"))
            case _:
                self.close_connection = True

    def tell(self, status: int, said: Any, *headers: tuple[str, str]) -> None:
        """Send an answer."""
        content = b"" if said is None else json.dumps(said).encode()
        self.send_response(status)
        for key, value in (*headers, ("Content-Type", "application/json"), ("Content-Length", str(len(content)))):
            self.send_header(key, value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:
        """Print nothing."""


@contextmanager
def town(flaw: str = "") -> Iterator[Town]:
    """Run both servers."""
    made = Town(flaw)
    doors = [
        ThreadingHTTPServer(("127.0.0.1", 0), type("Door", (Door,), {"town": made, "name": name}))
        for name in ("server", "issuer")
    ]
    made.server, made.issuer = (f"http://127.0.0.1:{door.server_address[1]}" for door in doors)
    threads = [Thread(target=door.serve_forever, daemon=True) for door in doors]
    for thread in threads:
        thread.start()
    try:
        yield made
    finally:
        for door, thread in zip(doors, threads, strict=True):
            door.shutdown()
            door.server_close()
            thread.join()
