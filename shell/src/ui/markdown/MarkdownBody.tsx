import { memo, useMemo, useState } from "react";

import { BlockView } from "./Blocks";
import { mend } from "./mend";
import { type MarkdownNotes, NotesContext } from "./NotesContext";
import { grow, parse } from "./parse";

interface MarkdownBodyProps {
  readonly children: string;
  readonly live?: boolean;
  readonly notes?: MarkdownNotes;
}

/** The renderer itself; use `Markdown`, which loads it when it is needed. */
export const MarkdownBody = memo(function MarkdownBody({ children, live, notes }: MarkdownBodyProps) {
  const source = live ? mend(children) : children;
  const [parsed, setParsed] = useState(() => parse(source));
  // What was drawn before is kept with the text it came from, so that a growing text is read only at its end.
  let current = parsed;
  if (parsed.source !== source) {
    current = grow(parsed, source);
    setParsed(current);
  }
  const { parts } = current;
  const blocks = useMemo(() => notes?.apply(parts) ?? parts.map(({ block }) => block), [notes, parts]);
  return (
    <NotesContext value={notes ?? null}>
      <div className="prose">
        {blocks.map((block, index) => (
          <BlockView key={index} block={block} />
        ))}
      </div>
    </NotesContext>
  );
});
