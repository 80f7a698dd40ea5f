import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";

import type { SchoolAlunoLinha, SchoolAvaliacaoColuna } from "@/api";
import { useI18n } from "@/i18n";
import { announce } from "@/state";
import { toast } from "@/ui";
import { cellOf, LETTERS } from "../figures";
import { inside, type Place, placeAfter } from "./places";
import { pastedCells, readMark, type Wrong } from "./reading";
import { type Edit, type Marks } from "./useMarks";

export interface Grid {
  /** The cell that the tab key leads to. */
  readonly at: Place;
  /** The cell that is being written, with the words in it. */
  readonly draft: (Place & { readonly text: string }) | null;
  readonly table: React.RefObject<HTMLTableElement | null>;
  readonly focus: (place: Place) => void;
  readonly begin: (place: Place, text?: string) => void;
  readonly type: (text: string) => void;
  /** Keeps what was typed and goes on: down, to the side, or nowhere. Stays if it is no mark. */
  readonly keep: (next: "down" | "up" | "right" | "left" | "stay") => void;
  readonly leave: () => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  readonly onPaste: (event: ClipboardEvent<HTMLElement>) => void;
}

const NEXT: Readonly<Record<string, string>> = { down: "ArrowDown", up: "ArrowUp", right: "ArrowRight", left: "ArrowLeft" };

/** A sheet of marks that is walked and written with the keyboard, as a spreadsheet is. */
export function useGrid(rows: readonly SchoolAlunoLinha[], columns: readonly SchoolAvaliacaoColuna[], marks: Marks): Grid {
  const { t, locale } = useI18n();
  const size = { rows: rows.length, columns: columns.length };
  const table = useRef<HTMLTableElement>(null);
  const [wished, setAt] = useState<Place>({ row: 0, column: 0 });
  const [draft, setDraft] = useState<Grid["draft"]>(null);
  const at = inside(wished, size);
  // The focus follows once the cell is drawn: the field of the one before is gone by then.
  const follows = useRef(false);
  useEffect(() => {
    if (!follows.current || draft !== null) return;
    follows.current = false;
    table.current?.querySelector<HTMLElement>(`[data-cell="${at.row} ${at.column}"]`)?.focus();
  });
  const focus = (place: Place) => {
    follows.current = true;
    setAt(inside(place, size));
  };
  const wrong = (why: Wrong, text: string, max: number) => {
    const about = why === "words" ? t("school.mark.wrong", { text }) : t(`school.mark.${why}`, { max: cellOf(max, locale) });
    toast.error(about);
    announce(about);
  };
  const edit = (place: Place, text: string): Edit | null => {
    const [test, student] = [columns[place.column], rows[place.row]];
    if (test === undefined || student === undefined) return null;
    const read = readMark(text, test.valor_maximo, locale);
    if ("mark" in read) return { test, student, mark: read.mark };
    wrong(read.wrong, text.trim(), test.valor_maximo);
    return null;
  };
  const begin = (place: Place, text?: string) => {
    const [test, student] = [columns[place.column], rows[place.row]];
    if (test === undefined || student === undefined) return;
    const now = marks.markIn(student, test);
    const shown = now?.valor != null ? cellOf(now.valor, locale) : now === undefined || now.situacao === "pendente" || now.situacao === "lancada" ? "" : LETTERS[now.situacao];
    setAt(place);
    setDraft({ ...place, text: text ?? shown });
  };
  const keep: Grid["keep"] = (next) => {
    if (draft === null) return;
    const made = edit(draft, draft.text);
    if (made === null && next !== "stay") return;
    if (made !== null) marks.write([made]);
    setDraft(null);
    if (next !== "stay") focus(placeAfter(NEXT[next] ?? "", false, draft, size) ?? draft);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (draft !== null || event.nativeEvent.isComposing) return;
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    const next = placeAfter(event.key, event.ctrlKey || event.metaKey, at, size);
    if (next !== null) focus(next);
    else if (event.key === "Enter" || event.key === "F2") begin(at);
    else if (event.key === "Delete" || event.key === "Backspace") {
      const made = edit(at, "");
      if (made !== null) marks.write([made]);
    } else if (plain && /^[\d,.\-fFnNdD]$/.test(event.key)) begin(at, event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onPaste = (event: ClipboardEvent<HTMLElement>) => {
    const cells = pastedCells(event.clipboardData.getData("text/plain"));
    if (draft !== null && cells.length === 1 && cells[0]?.length === 1) return;
    event.preventDefault();
    setDraft(null);
    const fits = cells.flatMap((line, down) => line.map((text, right) => ({ place: { row: at.row + down, column: at.column + right }, text })));
    const made: Edit[] = [];
    for (const { place, text } of fits.filter(({ place }) => place.row < size.rows && place.column < size.columns)) {
      const one = edit(place, text);
      // All or nothing: half a column would be found too late.
      if (one === null) return;
      made.push(one);
    }
    marks.write(made);
    focus(at);
  };
  return {
    at,
    draft,
    table,
    focus,
    begin,
    type: (text) => setDraft((before) => before && { ...before, text }),
    keep,
    leave: () => {
      setDraft(null);
      focus(at);
    },
    onKeyDown,
    onPaste,
  };
}
