import { ChevronDown, ChevronUp, X } from "lucide-react";
import { type KeyboardEvent, type RefObject, useState } from "react";

import { type KnowledgeDocument, usePassages } from "@/api";
import { useT } from "@/i18n";
import { useSettled } from "@/stage";
import { ForeignText, IconButton, SearchField } from "@/ui";
import type { Place } from "./place";
import { readPlace } from "./place";
import type { Find } from "./useFind";

interface FindPanelProps {
  readonly document: KnowledgeDocument;
  readonly words: string;
  readonly onWords: (words: string) => void;
  readonly find: Find;
  /** Whether this is an earlier version: then nothing is found by meaning, which knows the newest alone. */
  readonly earlier: boolean;
  readonly onPlace: (place: Place) => void;
  readonly onClose: () => void;
  readonly field: RefObject<HTMLInputElement | null>;
}

/** Searches in the document: the words themselves, and what says something about them. */
export function FindPanel({ document, earlier, words, onWords, find, onPlace, onClose, field }: FindPanelProps) {
  const t = useT();
  const [current, setCurrent] = useState(-1);
  const { places, reading } = find;
  const go = (step: 1 | -1) => {
    if (places.length === 0) return;
    const next = (current + step + places.length) % places.length;
    const place = places[next];
    setCurrent(next);
    if (place) onPlace({ page: place.page, start: place.at, end: place.at + (place.end - place.start) });
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Enter") {
      event.preventDefault();
      go(event.shiftKey ? -1 : 1);
    } else if (event.key === "Escape" && words === "") {
      event.preventDefault();
      onClose();
    }
  };
  return (
    <div role="search" className="flex shrink-0 flex-col border-b border-line">
      <div onKeyDown={press} className="flex items-center gap-1.5 px-3 py-1.5">
        <SearchField
          ref={field}
          label={t("reader.find")}
          value={words}
          onChange={(next) => {
            setCurrent(-1);
            onWords(next);
          }}
          className="min-w-0 flex-1"
        />
        <span role="status" className="shrink-0 px-1 text-xs text-muted tabular-nums">
          {words.trim().length < 2 ? "" : reading ? t("reader.find.reading") : current >= 0 ? `${current + 1} / ${places.length}` : t("reader.find.count", { count: places.length })}
        </span>
        <IconButton icon={ChevronUp} size="sm" label={t("reader.find.previous")} keys="⇧⏎" disabled={places.length === 0} onClick={() => go(-1)} />
        <IconButton icon={ChevronDown} size="sm" label={t("reader.find.next")} keys="⏎" disabled={places.length === 0} onClick={() => go(1)} />
        <IconButton icon={X} size="sm" label={t("words.close")} keys="Esc" onClick={onClose} />
      </div>
      {places.length === 0 && !reading && !earlier && words.trim().length > 2 && <ByMeaning document={document} words={words} onPlace={onPlace} />}
    </div>
  );
}

function ByMeaning({ document, words, onPlace }: Pick<FindPanelProps, "document" | "words" | "onPlace">) {
  const t = useT();
  const settled = useSettled(words.trim());
  const { data = [] } = usePassages(settled, { document: document.id, k: 4 });
  if (data.length === 0) return null;
  return (
    <div className="max-h-44 overflow-y-auto border-t border-line px-3 py-2">
      <p className="text-2xs font-medium text-muted">{t("reader.find.meaning")}</p>
      <ul>
        {data.map((passage) => (
          <li key={`${passage.start}-${passage.end}`}>
            <button
              type="button"
              onClick={() => onPlace(readPlace(passage.path.slice(passage.path.indexOf("?"))))}
              className="w-full rounded-sm px-1.5 py-1 text-left text-xs hover:bg-hover"
            >
              {passage.page !== null && <span className="mr-1.5 font-medium tabular-nums">{t("knowledge.page.short", { page: passage.page })}</span>}
              <span className="line-clamp-2 text-muted">
                <ForeignText still>{passage.text}</ForeignText>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
