import { X } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";

import { useT } from "@/i18n";
import { IconButton, SearchField } from "@/ui";
import { found, type PaletteEntry } from "./entries";
import { PaletteRow } from "./PaletteRow";
import { useEntries } from "./useEntries";

interface PalettePanelProps {
  readonly onAdd: (entry: PaletteEntry) => void;
  readonly onClose: () => void;
}

/** What can be put on the canvas: type to find it, Enter or a click adds it after the selected step, or drag it there. */
export function PalettePanel({ onAdd, onClose }: PalettePanelProps) {
  const t = useT();
  const list = useId();
  const field = useRef<HTMLInputElement>(null);
  const entries = useEntries();
  const [typed, type] = useState("");
  const [at, go] = useState(0);
  const shown = useMemo(() => found(entries, typed), [entries, typed]);
  const current = Math.min(at, shown.length - 1);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      return onClose();
    }
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (way !== undefined) go((current + way + shown.length) % Math.max(1, shown.length));
    else if (event.key === "Enter" && shown[current] !== undefined) onAdd(shown[current]);
    else return;
    event.preventDefault();
  };
  return (
    <section
      aria-label={t("canvas.palette")}
      onKeyDown={press}
      className="flex max-h-full w-72 flex-col overflow-hidden rounded-lg border border-line bg-raised shadow-float max-sm:w-full"
    >
      <div className="flex items-center gap-1 border-b border-line p-2">
        <SearchField
          ref={field}
          label={t("canvas.palette.search")}
          value={typed}
          onChange={(words) => {
            type(words);
            go(0);
          }}
          className="flex-1"
        />
        <IconButton icon={X} size="sm" label={t("words.close")} onClick={onClose} />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto p-1">
        {shown.length === 0 && <p className="px-2 py-3 text-sm text-muted">{t("canvas.palette.nothing")}</p>}
        <ul id={list} aria-label={t("canvas.palette.list")}>
          {shown.map((entry, index) => (
            <PaletteRow
              key={entry.id}
              entry={entry}
              isCurrent={index === current}
              heading={entry.heading === shown[index - 1]?.heading ? null : entry.heading}
              onAdd={() => onAdd(entry)}
            />
          ))}
        </ul>
      </div>
      <p className="border-t border-line px-3 py-1.5 text-xs text-muted max-sm:hidden">{t("canvas.palette.about")}</p>
    </section>
  );
}
