"""Pictures of the desktop, compared as an eye does: shapes and colours count, the edges of letters do not."""

from __future__ import annotations

import base64
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page

KEPT = Path(__file__).parent / "pictures"
RENEW = "AULE_RENEW_PICTURES"
"""Set it to keep what is seen now as what is right; then look at the files before they are committed."""

WIDTH = 320
TALLER = 3
CELL = 8
LOUD = 14
ALLOWED = 0.002

SHRINK = """async ({ picture, width }) => {
  const image = await createImageBitmap(await (await fetch(picture)).blob());
  const canvas = new OffscreenCanvas(width, Math.round((image.height * width) / image.width));
  const pen = canvas.getContext("2d");
  pen.imageSmoothingQuality = "high";
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: "image/png" })).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}"""

COMPARE = """async ({ seen, kept, cell, loud }) => {
  const read = async (source) => {
    const image = await createImageBitmap(await (await fetch(source)).blob());
    const pen = new OffscreenCanvas(image.width, image.height).getContext("2d");
    pen.drawImage(image, 0, 0);
    return pen.getImageData(0, 0, image.width, image.height);
  };
  const [one, other] = [await read(seen), await read(kept)];
  const mean = (image, left, top, channel) => {
    let sum = 0;
    for (let y = top; y < top + cell; y++)
      for (let x = left; x < left + cell; x++) sum += image.data[(y * image.width + x) * 4 + channel];
    return sum / (cell * cell);
  };
  const height = Math.min(one.height, other.height);
  let cells = 0;
  const wrong = [];
  for (let top = 0; top + cell <= height; top += cell)
    for (let left = 0; left + cell <= one.width; left += cell) {
      cells++;
      const apart = Math.max(...[0, 1, 2].map((c) => Math.abs(mean(one, left, top, c) - mean(other, left, top, c))));
      if (apart > loud) wrong.push([left, top, Math.round(apart)]);
    }
  return { cells, wrong, heights: [one.height, other.height] };
}"""


@dataclass(frozen=True)
class Eye:
    """A page of its own that looks at pictures."""

    page: Page

    @classmethod
    def open(cls, browser: Browser) -> Eye:
        """An eye in this browser."""
        return cls(browser.new_page())

    def complaint(self, name: str, subject: Locator) -> str | None:
        """What looks different from the picture that is kept; none when nothing does."""
        path = KEPT / f"{name}.png"
        small = self._shrink(subject.screenshot(animations="disabled"))
        if os.environ.get(RENEW):
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(small)
            return None
        if not path.is_file():
            return f"{name}: there is no picture yet; set {RENEW}=1 to keep one"
        found: dict[str, Any] = self.page.evaluate(
            COMPARE, {"seen": _address(small), "kept": _address(path.read_bytes()), "cell": CELL, "loud": LOUD}
        )
        now, then = found["heights"]
        if abs(now - then) > TALLER:
            return f"{name}: {now} instead of {then} high"
        if len(found["wrong"]) > max(1, found["cells"] * ALLOWED):
            return f"{name}: {len(found['wrong'])} of {found['cells']} places differ, such as {found['wrong'][:5]}"
        return None

    def _shrink(self, picture: bytes) -> bytes:
        return base64.b64decode(self.page.evaluate(SHRINK, {"picture": _address(picture), "width": WIDTH}))


def _address(picture: bytes) -> str:
    return "data:image/png;base64," + base64.b64encode(picture).decode("ascii")
