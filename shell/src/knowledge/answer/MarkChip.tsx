import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";

import type { Passage } from "@/api";
import { useT } from "@/i18n";
import { NARROW } from "@/state";
import { Floating, ForeignText } from "@/ui";
import { excerptOf } from "../excerpt";
import { useOpenSource } from "./openSource";

const DELAY_MS = 200;
const SHOWN = 320;

/** The mark of a source in an answer: a number, a card with the passage, and the way to the page. */
export function MarkChip({ passage, number }: { readonly passage: Passage; readonly number: number }) {
  const t = useT();
  const anchor = useRef<HTMLAnchorElement>(null);
  const [open, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const follow = useFollow(passage);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!open) return;
    const press = (event: KeyboardEvent) => event.key === "Escape" && setOpen(false);
    document.addEventListener("keydown", press, true);
    return () => document.removeEventListener("keydown", press, true);
  }, [open]);
  const show = (after: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(true), after);
  };
  const hide = () => {
    clearTimeout(timer.current);
    setOpen(false);
  };
  return (
    <>
      <a
        ref={anchor}
        href={passage.path}
        aria-label={nameOf(passage, number, t)}
        onClick={(event) => {
          hide();
          follow(event);
        }}
        onPointerEnter={(event: PointerEvent) => event.pointerType !== "touch" && show(DELAY_MS)}
        onPointerLeave={hide}
        onFocus={() => anchor.current?.matches(":focus-visible") && show(0)}
        onBlur={hide}
        className="relative -top-px mx-0.5 inline-flex h-4 min-w-4 items-center justify-center rounded-full border border-line-strong bg-raised px-1 align-middle text-2xs leading-none font-medium text-accent-text tabular-nums no-underline transition-colors duration-100 after:absolute after:-inset-1 hover:border-accent hover:bg-accent-soft"
      >
        {/* Copied words keep their brackets. */}
        <span className="text-[0px]">[</span>
        {number}
        <span className="text-[0px]">]</span>
      </a>
      {open && (
        <Floating
          anchor={anchor}
          side="top"
          align="center"
          role="tooltip"
          className="pointer-events-none w-72 max-w-[calc(100vw-24px)] animate-fade rounded-lg bg-raised p-3 text-left text-xs text-fg shadow-float [--gap:6px]"
        >
          <SourceCard passage={passage} />
        </Floating>
      )}
    </>
  );
}

function SourceCard({ passage }: { readonly passage: Passage }) {
  const t = useT();
  const { title, page, section, text } = passage;
  const shown = excerptOf(text, section);
  return (
    <>
      <p className="font-medium break-words">{title}</p>
      <p className="text-2xs text-muted">{[page === null ? "" : t("knowledge.page", { page }), section].filter(Boolean).join(" · ")}</p>
      <p className="mt-1.5 border-l-2 border-lit-line pl-2 break-words text-muted">
        <ForeignText still>{shown.length > SHOWN ? `${shown.slice(0, SHOWN)}…` : shown}</ForeignText>
      </p>
    </>
  );
}

/** What a mark is called: its number, the document and the page. */
export function nameOf({ title, page }: Passage, number: number, t: ReturnType<typeof useT>): string {
  return page === null ? t("sources.mark", { mark: number, title }) : t("sources.mark.page", { mark: number, title, page });
}

/** Opens the page of a passage: beside the chat where there is room, over it on a phone. */
export function useFollow(passage: Passage): (event: MouseEvent) => void {
  const [, navigate] = useLocation();
  return (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    if (matchMedia(NARROW).matches) useOpenSource.setState({ passage });
    else navigate(passage.path);
  };
}
