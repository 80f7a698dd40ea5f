/** Links to places of this desktop in a sentence that is no Markdown otherwise. Pure. */

import { ownPlace } from "./address";

export interface Said {
  readonly text: string;
  /** Where these words lead within this desktop. */
  readonly path: string | null;
}

const LINK = /\[([^\[\]]+)\]\((\/[^\s()]+)\)/g;

/** A sentence with the links in it set apart; what leads elsewhere stays as it is written. */
export function ledIn(text: string): readonly Said[] {
  const found: Said[] = [];
  let from = 0;
  for (const match of text.matchAll(LINK)) {
    const [whole, words = "", address = ""] = match;
    const path = ownPlace(address);
    if (path === null) continue;
    found.push({ text: text.slice(from, match.index), path: null }, { text: words, path });
    from = match.index + whole.length;
  }
  return [...found, { text: text.slice(from), path: null }].filter((each) => each.text !== "");
}
