"""PDF files as people have them: pages with a heading and lines of text, written by hand."""

from __future__ import annotations

from collections.abc import Sequence

_ENCODING = "cp1252"


def pdf(*pages: Sequence[str]) -> bytes:
    """Return a PDF; the first line of each page is its heading."""
    kids = " ".join(f"{5 + 2 * number} 0 R" for number in range(len(pages)))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>",
    ]
    page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >>"
    for number, (heading, *lines) in enumerate(pages):
        drawn = f"BT /F2 18 Tf 60 760 Td ({_escaped(heading)}) Tj /F1 11 Tf 0 -36 Td 22 TL "
        drawn += " ".join(f"({_escaped(line)}) Tj T*" for line in lines) + " ET"
        objects += [
            f"{page} /Contents {6 + 2 * number} 0 R >>",
            f"<< /Length {len(drawn.encode(_ENCODING))} >>\nstream\n{drawn}\nendstream",
        ]
    body, places = b"%PDF-1.7\n", list[int]()
    for number, content in enumerate(objects, start=1):
        places.append(len(body))
        body += f"{number} 0 obj\n{content}\nendobj\n".encode(_ENCODING)
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    end = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
    end += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{len(body)}\n%%EOF\n"
    return body + end.encode()


def _escaped(line: str) -> str:
    return line.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
