/** How notes on a text are drawn, for the words inside it. */

import { createContext, type ReactNode } from "react";

import type { Block } from "./nodes";
import type { Part } from "./parse";

/** Notes on a text: what they change in it, and how a citation and the flag of a doubt look. */
export interface MarkdownNotes {
  readonly apply: (parts: readonly Part[]) => readonly Block[];
  /** `at` is where the mark stands in the text; null where that is not known. */
  readonly cite: (mark: number, at: number | null) => ReactNode;
  readonly flag: (doubt: number) => ReactNode;
}

export const NotesContext = createContext<MarkdownNotes | null>(null);
