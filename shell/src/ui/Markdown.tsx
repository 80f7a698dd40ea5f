import { lazy, Suspense } from "react";

import { ForeignText } from "./ForeignText";
import type { MarkdownNotes } from "./markdown/NotesContext";

// The renderer loads behind the first paint; plain words stand in until then.
const MarkdownBody = lazy(() => import("./markdown/MarkdownBody").then((module) => ({ default: module.MarkdownBody })));

interface MarkdownProps {
  readonly children: string;
  /** Still being written: what is open at its end is closed, so that nothing flickers. */
  readonly live?: boolean;
  /** Sources and doubts drawn into it; the same object as long as they are the same. */
  readonly notes?: MarkdownNotes;
}

/** Words with light formatting. Nothing in them loads anything, and a link names the place it leads to. */
export function Markdown({ children, live, notes }: MarkdownProps) {
  return (
    <Suspense fallback={<div className="prose whitespace-pre-wrap"><ForeignText>{children}</ForeignText></div>}>
      <MarkdownBody live={live} notes={notes}>{children}</MarkdownBody>
    </Suspense>
  );
}
