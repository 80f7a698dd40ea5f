import { type KeyboardEvent, useRef, useState } from "react";

interface ListboxOptions {
  readonly labels: readonly string[];
  /** The place of what is chosen now; -1 for none. */
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
}

const PAUSE_MS = 600;

/** A list that a field opens: which row the keys have reached, while the focus stays in the field. */
export function useListbox({ labels, chosen, onChoose }: ListboxOptions) {
  const [open, setOpen] = useState(false);
  const [current, setCurrent] = useState(chosen);
  const typed = useRef({ text: "", at: 0 });
  const show = (next: boolean) => {
    setOpen(next);
    if (next) setCurrent(Math.max(0, chosen));
  };
  const jump = (letter: string, now: number, from: number) => {
    const text = (now - typed.current.at < PAUSE_MS ? typed.current.text : "") + letter.toLowerCase();
    typed.current = { text, at: now };
    const found = typedPlace(labels, text, from);
    if (found !== null) setCurrent(found);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!open) {
      const letter = event.key.length === 1 && event.key !== " ";
      if (!letter && !["ArrowDown", "ArrowUp", "Enter", " "].includes(event.key)) return;
      event.preventDefault();
      show(true);
      if (letter) jump(event.key, event.timeStamp, chosen);
      return;
    }
    const last = labels.length - 1;
    if (event.key === "ArrowDown") setCurrent(Math.min(last, current + 1));
    else if (event.key === "ArrowUp") setCurrent(Math.max(0, current - 1));
    else if (event.key === "Home") setCurrent(0);
    else if (event.key === "End") setCurrent(last);
    else if (event.key === "Enter" || event.key === " ") {
      show(false);
      onChoose(current);
    } else if (event.key === "Tab") return show(false);
    else if (event.key.length === 1) jump(event.key, event.timeStamp, current);
    else return;
    event.preventDefault();
  };
  return { open, current, show, move: setCurrent, onKeyDown };
}

/** The row that typed letters lead to: one letter, however often, to the next that begins with it. */
export function typedPlace(labels: readonly string[], text: string, from: number): number | null {
  const first = text.charAt(0);
  const again = text === first.repeat(text.length);
  const [wanted, begin] = again ? [first, from + 1] : [text, Math.max(0, from)];
  const order = labels.map((_, index) => (begin + index) % labels.length);
  return order.find((index) => labels[index]?.toLowerCase().startsWith(wanted)) ?? null;
}
