import { lazy, Suspense } from "react";

import { ForeignText } from "./ForeignText";

// The renderer loads behind the first paint; plain words stand in until then.
const MarkdownBody = lazy(() => import("./markdown/MarkdownBody").then((module) => ({ default: module.MarkdownBody })));

interface MarkdownProps {
  readonly children: string;
  /** Still being written: what is open at its end is closed, so that nothing flickers. */
  readonly live?: boolean;
}

/** Words with light formatting. Nothing in them loads anything, and a link names the place it leads to. */
export function Markdown({ children, live }: MarkdownProps) {
  return (
    <Suspense fallback={<div className="prose whitespace-pre-wrap"><ForeignText>{children}</ForeignText></div>}>
      <MarkdownBody live={live}>{children}</MarkdownBody>
    </Suspense>
  );
}
