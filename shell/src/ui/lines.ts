/** Coloured code, line by line. Pure. */

import type { CodePiece } from "./colours";

/** The pieces of each line, without the line breaks. */
export function linesOfPieces(pieces: readonly CodePiece[]): readonly (readonly CodePiece[])[] {
  const lines: CodePiece[][] = [[]];
  for (const piece of pieces) {
    piece.text.split("\n").forEach((text, index) => {
      if (index > 0) lines.push([]);
      if (text !== "") lines.at(-1)?.push({ text, kind: piece.kind });
    });
  }
  if (lines.length > 1 && lines.at(-1)?.length === 0) lines.pop();
  return lines;
}
