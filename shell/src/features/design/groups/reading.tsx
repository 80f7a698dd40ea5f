import { useState } from "react";

import { useT } from "@/i18n";
import { CodeBlock, Diff, EndMark, ForeignText, JsonTree, LongBox, Markdown, type PrintedLine, Terminal, Textarea, UnseenContext, useUnseenParts } from "@/ui";
import type { Group } from "../specimen";

const TEXT = `## Q3

**R$ 1,52 M**, *+16 %*, ~~+12 %~~, \`df.sum()\` & [docs](https://example.org/handbook).

| Q | R$ | Δ |
|---|---:|:-:|
| Q1 | 1,24 M | +4 % |
| Q2 | 1,31 M | +6 % |

1. Atlas
   - [x] Forge
   - [ ] Garden

> \`<img src="https://example.org/x.png">\`: ![pixel](https://example.org/x.png)

\`\`\`python
def total(rows: list[float]) -> float:
    """Sum of 3 numbers."""
    return sum(rows) * 1.16  # net
\`\`\`
`;

const CODE = `import { useState } from "react";

// 42
export function Counter({ start = 0 }: { start?: number }) {
  const [count, setCount] = useState<number>(start);
  return <button onClick={() => setCount(count + 1)}>{count}</button>;
}
`;

const DIFF = "--- a\n+++ b\n@@ -1,4 +1,4 @@\n # Atlas\n-Q2\n+Q3\n \n+- Forge\n Garden\n";

const DOCUMENT = { name: "Atlas", size: 1_240_000, open: true, parent: null, tags: ["a", "b"], owner: { id: "ana", roles: ["admin", "teacher"] } };

const LINES: readonly PrintedLine[] = [
  { stream: "stdout", text: "\u001b[32m✓\u001b[0m 12 atlas" },
  { stream: "stderr", text: "3 forge" },
  { stream: "stdout", text: "\u001b[1;31m✗\u001b[0m 1 garden" },
];

/** The text stays editable: what a person types here is drawn as what an agent writes in the chat. */
function Texts() {
  const [text, setText] = useState(TEXT);
  return (
    <div className="flex flex-col gap-3">
      <Markdown>{text}</Markdown>
      <Textarea aria-label="Markdown" value={text} onChange={(event) => setText(event.target.value)} className="max-h-24 font-mono text-2xs" />
    </div>
  );
}

const Codes = () => (
  <div className="flex flex-col gap-3">
    <CodeBlock code={CODE} language="tsx" title="Counter.tsx" numbers />
    <CodeBlock code="aule up --no-browser --port 8700" language="bash" wrap />
  </div>
);

const Diffs = () => <Diff path="atlas.md" diff={DIFF} />;

const HIDING = "rm -rf \u202eatad\u202c # p\u0430yp\u0430l\u200b.com";

const Marks = () => (
  <code className="font-mono text-xs">
    <ForeignText place="code">{HIDING}</ForeignText>
  </code>
);

/** Long content, which tells its length and knows whether its end was seen. */
function LongBoxes() {
  const t = useT();
  const unseen = useUnseenParts();
  return (
    <UnseenContext value={unseen}>
      <LongBox label={t("design.reading")} lines={24}>
        <ol className="list-decimal pl-8 text-xs text-muted">
          {Array.from({ length: 24 }, (_, line) => (
            <li key={line}>Atlas</li>
          ))}
        </ol>
      </LongBox>
      <EndMark />
    </UnseenContext>
  );
}

const Terminals = () => (
  <Terminal command="make test" lines={LINES} dropped={40} live={false}>
    1 · 4,2 s
  </Terminal>
);

function Trees() {
  const t = useT();
  return <JsonTree value={DOCUMENT} label={t("design.reading")} />;
}

export const READING: Group = {
  id: "reading",
  titleKey: "design.reading",
  specimens: [
    { names: ["Markdown"], Show: Texts },
    { names: ["CodeBlock"], Show: Codes },
    { names: ["Diff", "DiffTable", "DiffText"], Show: Diffs },
    { names: ["ForeignText"], Show: Marks },
    { names: ["LongBox", "EndMark", "UnseenContext"], Show: LongBoxes },
    { names: ["JsonTree"], Show: Trees },
    { names: ["Terminal"], Show: Terminals },
  ],
};
