"""Pictures from any OpenAI-compatible image endpoint."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from aule.contracts.ambient import Ambient
from aule.contracts.errors import ModelUnavailable
from aule.contracts.settings import Settings
from aule.models.brains.veiled import Veils
from aule.models.wire.address import is_loopback

if TYPE_CHECKING:
    from aule.models.wire.transport import Transport

KEY = "IMAGE_API_KEY"
SECONDS = 300.0
_MAGIC = {b"\x89PNG\r\n\x1a\n": "image/png", b"\xff\xd8\xff": "image/jpeg", b"RIFF": "image/webp"}


class Illustrator:
    """Asks the configured endpoint for pictures."""

    def __init__(
        self,
        settings: Callable[[], Settings],
        secret: Callable[[str], str | None],
        ambient: Ambient,
        veils: Veils | None = None,
    ) -> None:
        self._settings = settings
        self._veils = veils
        self._secret = secret
        self._ambient = ambient
        self._transport: Transport | None = None

    async def draw(self, prompt: str, size: str) -> tuple[bytes, str]:
        """One picture and its type. Only pictures that come with the answer are taken; nothing else is fetched."""
        from aule.models.wire.transport import Endpoint, Transport  # httpx is loaded on first use

        image = self._settings().image
        if not image.base_url:
            raise ModelUnavailable(
                "No image endpoint is configured",
                hint="Set image.base_url in the settings to an OpenAI-compatible endpoint, such as sd.cpp's.",
            )
        if self._veils is not None and not is_loopback(image.base_url):
            prompt = (await self._veils(())).hide(prompt)
        self._transport = self._transport or Transport(self._ambient)
        endpoint = Endpoint("image", "The image endpoint", image.base_url.rstrip("/"), key=self._secret(KEY))
        body: dict[str, Any] = {"prompt": prompt, "n": 1, "size": size, "response_format": "b64_json"}
        if image.model:
            body["model"] = image.model
        answer = await self._transport.document(endpoint, "images/generations", body=body, seconds=SECONDS)
        return _picture(answer)

    async def close(self) -> None:
        """Close its connections."""
        if self._transport is not None:
            await self._transport.close()


def _picture(answer: Any) -> tuple[bytes, str]:
    try:
        content = base64.b64decode(answer["data"][0]["b64_json"], validate=True)
    except (KeyError, IndexError, TypeError, ValueError, binascii.Error):
        raise ModelUnavailable(
            "The image endpoint did not send a picture", hint="It must support response_format b64_json."
        ) from None
    for magic, mime in _MAGIC.items():
        if content.startswith(magic):
            return content, mime
    raise ModelUnavailable("The image endpoint sent something that is not a PNG, JPEG or WebP picture")
