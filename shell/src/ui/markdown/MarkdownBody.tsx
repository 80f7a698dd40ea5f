import { memo, useState } from "react";

import { BlockView } from "./Blocks";
import { mend } from "./mend";
import { grow, parse } from "./parse";

interface MarkdownBodyProps {
  readonly children: string;
  readonly live?: boolean;
}

/** The renderer itself; use `Markdown`, which loads it when it is needed. */
export const MarkdownBody = memo(function MarkdownBody({ children, live }: MarkdownBodyProps) {
  const source = live ? mend(children) : children;
  const [parsed, setParsed] = useState(() => parse(source));
  // What was drawn before is kept with the text it came from, so that a growing text is read only at its end.
  let current = parsed;
  if (parsed.source !== source) {
    current = grow(parsed, source);
    setParsed(current);
  }
  return (
    <div className="prose">
      {current.parts.map((part, index) => (
        <BlockView key={index} block={part.block} />
      ))}
    </div>
  );
});
