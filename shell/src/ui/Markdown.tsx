import { lazy, Suspense } from "react";

// The renderer is a fifth of the shell: it loads behind the first paint, plain words stand in until then.
const MarkdownBody = lazy(() => import("./MarkdownBody").then((module) => ({ default: module.MarkdownBody })));

/** Words with light formatting. Links do nothing but show where they lead; nothing remote is ever loaded. */
export function Markdown({ children }: { readonly children: string }) {
  return (
    <Suspense fallback={<div className="prose whitespace-pre-wrap">{children}</div>}>
      <MarkdownBody>{children}</MarkdownBody>
    </Suspense>
  );
}
