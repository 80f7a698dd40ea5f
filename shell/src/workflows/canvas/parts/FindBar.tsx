import { ChevronDown, ChevronUp, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";

import { search } from "@/flow";
import { useT } from "@/i18n";
import { IconButton, SearchField } from "@/ui";
import { useEditor } from "../useEditor";

interface FindBarProps {
  readonly onReveal: (node: string) => void;
  readonly onClose: () => void;
}

/** Searching in the graph: everything found is marked, Enter goes to the next. */
export function FindBar({ onReveal, onClose }: FindBarProps) {
  const t = useT();
  const field = useRef<HTMLInputElement>(null);
  const draft = useEditor((editor) => editor.draft);
  const look = useEditor((editor) => editor.look);
  const [typed, type] = useState("");
  const [at, go] = useState(-1);
  const hits = useMemo(() => search(draft, typed).flatMap(({ type: kind, id }) => (kind === "note" ? [`note:${id}`] : [id])), [draft, typed]);
  useEffect(() => field.current?.focus(), []);
  useEffect(() => look({ found: new Set(hits) }), [hits, look]);
  useEffect(() => () => look({ found: new Set() }), [look]);
  const step = (by: number) => {
    const next = (at + by + hits.length) % Math.max(1, hits.length);
    const node = hits[next];
    if (node === undefined) return;
    go(next);
    onReveal(node);
    requestAnimationFrame(() => field.current?.focus());
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      onClose();
    } else if (event.key === "Enter") {
      event.preventDefault();
      step(event.shiftKey ? -1 : 1);
    }
  };
  return (
    <div role="search" aria-label={t("canvas.find")} onKeyDown={press} className="flex items-center gap-1 rounded-md border border-line bg-raised p-1 shadow-float">
      <SearchField
        ref={field}
        label={t("canvas.find")}
        value={typed}
        onChange={(words) => {
          type(words);
          go(-1);
        }}
        className="w-48"
      />
      <span role="status" className="min-w-12 text-center text-xs text-muted tabular-nums">
        {typed.trim() === "" ? "" : t("canvas.found", { at: at + 1, count: hits.length })}
      </span>
      <IconButton icon={ChevronUp} size="sm" label={t("canvas.find.before")} onClick={() => step(-1)} />
      <IconButton icon={ChevronDown} size="sm" label={t("canvas.find.next")} onClick={() => step(1)} />
      <IconButton icon={X} size="sm" label={t("words.close")} onClick={onClose} />
    </div>
  );
}
