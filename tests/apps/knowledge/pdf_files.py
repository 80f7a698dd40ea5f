"""PDF files, written by hand: one line of text a page."""

from __future__ import annotations


def pdf(*pages: str) -> bytes:
    """Return a PDF with these pages."""
    kids = " ".join(f"{4 + 2 * number} 0 R" for number in range(len(pages)))
    parts = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for number, text in enumerate(pages):
        escaped = text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
        drawn = f"BT /F1 12 Tf 72 720 Td ({escaped}) Tj ET"
        fonts = "<< /Font << /F1 3 0 R >> >>"
        parts.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources {fonts} /Contents {5 + 2 * number} 0 R >>"
        )
        parts.append(f"<< /Length {len(drawn.encode('cp1252'))} >>\nstream\n{drawn}\nendstream")
    out, places = b"%PDF-1.7\n", list[int]()
    for number, part in enumerate(parts, start=1):
        places.append(len(out))
        out += f"{number} 0 obj\n{part}\nendobj\n".encode("cp1252")
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    end = f"xref\n0 {len(parts) + 1}\n0000000000 65535 f \n{table}"
    end += f"trailer\n<< /Size {len(parts) + 1} /Root 1 0 R >>\nstartxref\n{len(out)}\n%%EOF\n"
    return out + end.encode()
