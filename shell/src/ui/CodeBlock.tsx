import { WrapText } from "lucide-react";
import { memo, useMemo, useState } from "react";

import { useT } from "@/i18n";
import { classes } from "./classes";
import type { CodePiece } from "./colours";
import { CopyButton } from "./CopyButton";
import { ForeignText } from "./ForeignText";
import { directions, marked } from "./foreign";
import { IconButton } from "./IconButton";
import { linesOfPieces } from "./lines";
import { useColours } from "./useColours";

interface CodeBlockProps {
  readonly code: string;
  /** A language or a file ending, such as `python` or `ts`: gives colours. */
  readonly language?: string;
  /** What stands above the code; the language unless given. */
  readonly title?: string;
  readonly numbers?: boolean;
  readonly wrap?: boolean;
  readonly className?: string;
}

/** Lines drawn one by one; longer code is one run of text, which browsers handle well. */
const NUMBERED = 5_000;

/** Code to read and copy, with colours where the language is known. */
export const CodeBlock = memo(function CodeBlock({ code, language, title, numbers, wrap, className }: CodeBlockProps) {
  const t = useT();
  const [wrapped, setWrapped] = useState(wrap ?? false);
  const pieces = useColours(code, language);
  const name = title ?? language;
  return (
    <figure
      aria-label={name ?? t("ui.code")}
      className={classes("group/code relative overflow-hidden rounded-md border border-line bg-canvas", className)}
    >
      <figcaption className="flex h-7 items-center gap-1 border-b border-line pr-1 pl-3 text-2xs text-muted">
        <span className="min-w-0 flex-1 truncate font-mono">{name}</span>
        <IconButton icon={WrapText} size="sm" label={t("ui.wrap")} pressed={wrapped} onClick={() => setWrapped(!wrapped)} />
        <CopyButton text={code} />
      </figcaption>
      <pre tabIndex={0} className={classes("overflow-x-auto px-3 py-2 text-xs leading-[19px] -outline-offset-2", wrapped && "break-words whitespace-pre-wrap")}>
        {numbers ? <Numbered pieces={pieces ?? [{ text: code, kind: null }]} /> : <code>{pieces ? <Pieces pieces={pieces} /> : <Seen text={code} />}</code>}
      </pre>
    </figure>
  );
});

function Numbered({ pieces }: { readonly pieces: readonly CodePiece[] }) {
  const lines = useMemo(() => linesOfPieces(pieces), [pieces]);
  if (lines.length > NUMBERED) return <code><Seen text={pieces.map((piece) => piece.text).join("")} /></code>;
  return (
    <code className="code-lines">
      {lines.map((line, index) => (
        <span key={index} className="code-line">
          <Pieces pieces={line} />
          {"\n"}
        </span>
      ))}
    </code>
  );
}

function Pieces({ pieces }: { readonly pieces: readonly CodePiece[] }) {
  return pieces.map((piece, index) =>
    piece.kind === null ? (
      <Seen key={index} text={piece.text} />
    ) : (
      <span key={index} className={LOOKS[piece.kind]}>
        <Seen text={piece.text} />
      </span>
    ),
  );
}

/** Most code is words that hide nothing, and needs no element of its own. */
function Seen({ text }: { readonly text: string }) {
  return marked(text, "code") === text && directions(text, "code").length === 1 ? (
    text
  ) : (
    <ForeignText place="code" unfolded>
      {text}
    </ForeignText>
  );
}

const LOOKS = {
  comment: "text-code-comment",
  keyword: "text-code-keyword",
  string: "text-code-string",
  number: "text-code-number",
  name: "text-code-name",
  type: "text-code-type",
  added: "bg-ok-soft text-ok-text",
  removed: "bg-bad-soft text-bad-text",
} as const;
