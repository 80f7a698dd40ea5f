import { useState } from "react";

import { type DocumentPage, type KnowledgeDocument, pagePictureUrl } from "@/api";
import { useT } from "@/i18n";
import { classes } from "@/ui";
import { placesIn, type Span } from "../text";
import { rectanglesOf } from "./rectangles";

interface PicturePageProps {
  readonly document: KnowledgeDocument;
  readonly number: number;
  /** What stands on it; undefined while that is fetched. */
  readonly page: DocumentPage | undefined;
  readonly width: number;
  readonly height: number;
  /** The passage, in characters of the page. */
  readonly lit: Span | null;
  /** What a search found, likewise. */
  readonly found: readonly Span[];
}

const STEP = 300;
const WIDEST = 2400;

/** A page as it looks, with its passage lit and its words over it to be selected. */
export function PicturePage({ document, number, page, width, height, lit, found }: PicturePageProps) {
  const t = useT();
  const [state, setState] = useState<"drawing" | "there" | "broken">("drawing");
  const pixels = Math.min(WIDEST, Math.ceil((width * Math.min(2, globalThis.devicePixelRatio || 1)) / STEP) * STEP);
  return (
    <div className="relative mx-auto overflow-hidden rounded-sm bg-paper shadow-float" style={{ width, height }}>
      {state === "broken" ? (
        <p className="grid size-full place-items-center text-sm text-paper-ink">{t("reader.page.unreadable")}</p>
      ) : (
        <img
          src={pagePictureUrl(document, number, pixels)}
          alt={t("reader.page.picture", { page: number })}
          decoding="async"
          draggable={false}
          onLoad={() => setState("there")}
          onError={() => setState("broken")}
          className="absolute inset-0 size-full select-none"
        />
      )}
      {page && found.map((span) => <Boxes key={`${span.start}-${span.end}`} page={page} span={span} />)}
      {page && lit && <Boxes page={page} span={lit} passage />}
      {page && <Words page={page} width={width} height={height} seen={state === "drawing"} />}
    </div>
  );
}

function Boxes({ page, span, passage }: { readonly page: DocumentPage; readonly span: Span; readonly passage?: true }) {
  const t = useT();
  const [from = 0, to = 0] = placesIn(page.text, [span.start, span.end]);
  const share = (value: number) => `${value * 100}%`;
  return (
    <div
      role={passage && "img"}
      aria-label={passage && t("reader.passage", { text: page.text.slice(from, to).slice(0, 400) })}
      data-passage={passage}
      className="absolute inset-0 mix-blend-multiply"
    >
      {rectanglesOf(page.lines, span.start, span.end).map(({ left, top, width, height }) => (
        <div
          key={`${left}-${top}`}
          className={classes("absolute rounded-[2px] bg-lit-paper", passage && "border-b-2 border-lit-line")}
          style={{ left: share(left - 0.002), top: share(top - 0.002), width: share(width + 0.004), height: share(height + 0.004) }}
        />
      ))}
    </div>
  );
}

interface WordsProps {
  readonly page: DocumentPage;
  readonly width: number;
  readonly height: number;
  /** Whether they are seen: they are there before their picture. */
  readonly seen: boolean;
}

/** The words of a page where they stand on it: for selecting, copying and reading aloud. */
function Words({ page, width, height, seen }: WordsProps) {
  const places = placesIn(page.text, page.lines.flatMap(([start, end]) => [start, end]));
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className={classes("absolute inset-0 size-full select-text", seen ? "fill-paper-ink" : "fill-transparent")}>
      {page.lines.map(([start, , left, top, right, bottom], index) => {
        const words = page.text.slice(places[index * 2], places[index * 2 + 1]).trim();
        const tall = (bottom - top) * height;
        if (words === "" || right <= left) return null;
        return (
          <text key={start} x={left * width} y={bottom * height - tall * 0.2} fontSize={tall * 0.85} textLength={(right - left) * width} lengthAdjust="spacingAndGlyphs">
            {`${words} `}
          </text>
        );
      })}
    </svg>
  );
}
