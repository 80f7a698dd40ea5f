import { useEffect, useState } from "react";

import type { CodePiece } from "./colours";

interface Coloured {
  readonly code: string;
  readonly pieces: readonly CodePiece[];
}

/** The code in coloured pieces; null until they are there, or when there are none. While code grows, its known part keeps its colours. */
export function useColours(code: string, language: string | undefined): readonly CodePiece[] | null {
  const [coloured, setColoured] = useState<Coloured | null>(null);
  useEffect(() => {
    if (!language) return setColoured(null);
    let wanted = true;
    void import("./colours")
      .then(({ colour }) => colour(code, language))
      .then((pieces) => {
        if (wanted) setColoured(pieces && { code, pieces });
      })
      // Colours are a nicety: a chunk that does not arrive leaves plain, readable code.
      .catch(() => undefined);
    return () => {
      wanted = false;
    };
  }, [code, language]);
  if (coloured === null || !code.startsWith(coloured.code)) return null;
  const rest = code.slice(coloured.code.length);
  return rest === "" ? coloured.pieces : [...coloured.pieces, { text: rest, kind: null }];
}
