import { useVirtualizer } from "@tanstack/react-virtual";
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useLayoutEffect, useRef, useState } from "react";

import { type KnowledgeDocument, useDocumentPages } from "@/api";
import { useT } from "@/i18n";
import type { Span } from "../text";
import { PicturePage } from "./PicturePage";
import { litOn, type Place } from "./place";
import { around, rectanglesOf } from "./rectangles";
import { TextPage } from "./TextPage";

/** Pages whose words are fetched together. */
export const BUNDLE = 20;
const GAP = 14;
const A4 = Math.SQRT2;
const WIDEST = 860;

export interface PageListHandle {
  goTo(page: number): void;
  focus(): void;
}

interface PageListProps {
  readonly document: KnowledgeDocument;
  readonly place: Place;
  readonly look: "picture" | "text";
  readonly zoom: number;
  /** What a search found, by page. */
  readonly found: ReadonlyMap<number, readonly Span[]>;
  /** The page one looks at. */
  readonly onPage: (page: number) => void;
  readonly ref?: Ref<PageListHandle>;
}

/** The pages of a document, one below the other; only those in sight exist. */
export function PageList({ document, place, look, zoom, found, onPage, ref }: PageListProps) {
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const { data: first } = useDocumentPages(document, 1, BUNDLE);
  const wide = Math.max(220, Math.min(WIDEST, width - 32)) * zoom;
  const ratio = first?.[0]?.width && first[0].height ? first[0].height / first[0].width : A4;
  const count = Math.max(1, document.pages);
  const virtual = useVirtualizer<HTMLDivElement, HTMLElement>({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => (look === "picture" ? wide * ratio : 720),
    gap: GAP,
    overscan: 1,
    paddingStart: 16,
    paddingEnd: 64,
    scrollPaddingStart: 16,
  });
  useLayoutEffect(() => virtual.measure(), [virtual, wide, ratio, look]);
  useImperativeHandle(ref, () => ({
    goTo: (page) => virtual.scrollToIndex(Math.min(Math.max(1, page), count) - 1, { align: "start" }),
    focus: () => box.current?.focus(),
  }));
  // Where the address leads: the page first, and its passage once its lines are known.
  const goal = `${place.page}/${place.start}/${place.end}`;
  const measured = width > 0;
  const follow = useEffectEvent(() => virtual.scrollToIndex(Math.min(place.page, count) - 1, { align: "start" }));
  useLayoutEffect(() => {
    if (measured) follow();
  }, [goal, measured, look]);
  const offset = virtual.scrollOffset ?? 0;
  // The page in the upper middle: at the end of a document the last one never reaches the top.
  const eye = offset + (virtual.scrollRect?.height ?? 0) * 0.4;
  const current = virtual.getVirtualItems().find(({ end }) => end > eye)?.index ?? 0;
  useEffect(() => onPage(current + 1), [current, onPage]);
  return (
    <div
      ref={box}
      tabIndex={0}
      role="group"
      aria-label={t("reader.pages", { name: document.title })}
      data-reader
      className="relative h-full min-w-0 flex-1 overflow-auto bg-canvas -outline-offset-2"
    >
      <div className="relative" style={{ height: virtual.getTotalSize(), minWidth: look === "picture" ? wide + 32 : undefined }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => (
          <div key={key} ref={virtual.measureElement} data-index={index} className="absolute inset-x-0 px-4" style={{ top: start }}>
            <OnePage document={document} number={index + 1} place={place} look={look} width={wide} ratio={ratio} found={found.get(index + 1) ?? NONE} goal={goal} />
          </div>
        ))}
      </div>
    </div>
  );
}

const NONE: readonly Span[] = [];

interface OnePageProps {
  readonly document: KnowledgeDocument;
  readonly number: number;
  readonly place: Place;
  readonly look: "picture" | "text";
  readonly width: number;
  readonly ratio: number;
  readonly found: readonly Span[];
  readonly goal: string;
}

function OnePage({ document, number, place, look, width, ratio, found, goal }: OnePageProps) {
  const own = useRef<HTMLDivElement>(null);
  const from = Math.floor((number - 1) / BUNDLE) * BUNDLE + 1;
  const { data } = useDocumentPages(document, from, Math.min(from + BUNDLE - 1, Math.max(1, document.pages)));
  const page = data?.find((each) => each.number === number);
  const shown = page === undefined ? null : litOn(place, { start: page.start, length: page.text.length });
  const height = page?.width && page.height ? (width * page.height) / page.width : width * ratio;
  // The passage is brought into sight once, when it is first known where it stands.
  const known = shown !== null && page !== undefined && place.start !== null && place.start >= page.start;
  const bring = useEffectEvent(() => {
    const mark = own.current?.querySelector<HTMLElement>("mark[data-passage]");
    if (mark) return mark.scrollIntoView({ block: "center" });
    const box = page && shown && around(rectanglesOf(page.lines, shown.start, shown.end));
    const scroller = own.current?.closest("[data-reader]");
    if (!box || !scroller || !own.current) return;
    const top = own.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top + box.top * height;
    if (top < 40 || top + box.height * height > scroller.clientHeight - 90) scroller.scrollBy({ top: top - scroller.clientHeight / 3 });
  });
  useEffect(() => {
    if (known) bring();
  }, [known, goal, look]);
  return (
    <div ref={own}>
      {look === "picture" ? (
        <PicturePage document={document} number={number} page={page} width={width} height={height} lit={shown} found={found} />
      ) : (
        <TextPage page={page} outline={document.outline ?? []} numbered={document.pages > 1} lit={shown} found={found} />
      )}
    </div>
  );
}

function useWidth(box: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return width;
}
