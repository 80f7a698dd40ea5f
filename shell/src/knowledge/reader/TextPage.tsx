import { type ReactNode, useMemo } from "react";

import type { DocumentPage, OutlineEntry } from "@/api";
import { useT } from "@/i18n";
import { ForeignText, Skeleton } from "@/ui";
import { placesIn, pieces, type Span, spanIn } from "../text";
import { blocksOf, type TextBlock } from "./blocks";

interface TextPageProps {
  readonly page: DocumentPage | undefined;
  readonly outline: readonly OutlineEntry[];
  /** Whether the document has more than this page: then it says which one it is. */
  readonly numbered: boolean;
  readonly lit: Span | null;
  readonly found: readonly Span[];
}

/** A page as text, with its passage marked. */
export function TextPage({ page, outline, numbered, lit, found }: TextPageProps) {
  const t = useT();
  if (page === undefined) return <Skeleton className="mx-auto h-96 max-w-[720px] rounded-lg" />;
  return (
    <section
      aria-label={t("knowledge.page", { page: page.number })}
      className="mx-auto max-w-[720px] rounded-lg border border-line bg-raised px-5 py-5 text-md leading-6 shadow-raised sm:px-10 sm:py-8"
    >
      {numbered && <p className="mb-3 text-2xs font-medium text-muted">{page.label || t("knowledge.page", { page: page.number })}</p>}
      {page.problem !== null && <p className="mb-3 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn-text">{problemWords(page.problem, t)}</p>}
      {page.text.trim() === "" && page.problem === null ? (
        <p className="text-sm text-muted">{t("reader.page.empty")}</p>
      ) : (
        <Blocks page={page} outline={outline} lit={lit} found={found} />
      )}
    </section>
  );
}

const PROBLEMS = ["no_text", "unreadable", "too_large"] as const;

function problemWords(code: string, t: ReturnType<typeof useT>): string {
  return t(`reader.page.${PROBLEMS.find((each) => each === code) ?? "unreadable"}`);
}

function Blocks({ page, outline, lit, found }: Omit<TextPageProps, "page" | "numbered"> & { readonly page: DocumentPage }) {
  const { text } = page;
  const headings = useMemo(() => {
    const here = outline.filter((entry) => entry.page === page.number).map(({ start }) => start - page.start);
    return new Set(placesIn(text, here));
  }, [outline, page, text]);
  const blocks = useMemo(() => blocksOf(text, headings), [text, headings]);
  const passage = useMemo(() => (lit === null ? null : spanIn(text, lit)), [text, lit]);
  const hits = useMemo(() => found.map((span) => spanIn(text, span)), [text, found]);
  return blocks.map((block) => <Block key={block.start} block={block} text={text} passage={passage} hits={hits} />);
}

interface BlockProps {
  readonly block: TextBlock;
  readonly text: string;
  readonly passage: Span | null;
  readonly hits: readonly Span[];
}

function Block({ block, text, passage, hits }: BlockProps) {
  const words = (span: Span) => <Marked text={text} span={span} passage={passage} hits={hits} />;
  if (block.kind === "heading") return <h3 className="mt-5 mb-1.5 font-semibold first:mt-0">{words(block)}</h3>;
  if (block.kind === "text") return <p className="mb-3 break-words whitespace-pre-line last:mb-0 [content-visibility:auto] [contain-intrinsic-height:auto_72px]">{words(block)}</p>;
  const [head = [], ...rows] = block.rows;
  return (
    <div className="mb-3 overflow-x-auto" tabIndex={0} role="group">
      <table className="w-full border-collapse text-sm tabular-nums">
        <thead>
          <tr>{head.map((cell) => <Cell key={cell.start} head>{words(cell)}</Cell>)}</tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>{row.map((cell) => <Cell key={cell.start}>{words(cell)}</Cell>)}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell({ head, children }: { readonly head?: true; readonly children: ReactNode }) {
  const looks = "border-b border-line px-2 py-1.5 text-start align-top";
  return head ? <th scope="col" className={`${looks} font-medium text-muted`}>{children}</th> : <td className={looks}>{children}</td>;
}

/** A stretch of the text: the passage marked, and what a search found. */
function Marked({ text, span, passage, hits }: { readonly text: string; readonly span: Span; readonly passage: Span | null; readonly hits: readonly Span[] }) {
  const own = text.slice(span.start, span.end);
  const moved = (each: Span) => ({ start: each.start - span.start, end: each.end - span.start });
  const inside = hits.map(moved);
  const parts = pieces(own, passage === null ? [] : [moved(passage)]);
  let at = 0;
  return parts.map((part, index) => {
    const from = at;
    at += part.text.length;
    const found = pieces(part.text, inside.map(({ start, end }) => ({ start: start - from, end: end - from })));
    const words = found.map((each, place) =>
      each.lit ? (
        <mark key={place} className="rounded-[2px] bg-accent-soft text-fg underline decoration-accent decoration-2 underline-offset-2">
          <ForeignText>{each.text}</ForeignText>
        </mark>
      ) : (
        <ForeignText key={place}>{each.text}</ForeignText>
      ),
    );
    return part.lit ? (
      <mark key={index} data-passage className="border-b-2 border-lit-line bg-lit text-fg">
        {words}
      </mark>
    ) : (
      <span key={index}>{words}</span>
    );
  });
}
