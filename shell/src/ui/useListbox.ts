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
  const jump = (letter: string, now: number) => {
    typed.current = { text: (now - typed.current.at < PAUSE_MS ? typed.current.text : "") + letter.toLowerCase(), at: now };
    const found = labels.findIndex((label) => label.toLowerCase().startsWith(typed.current.text));
    if (found !== -1) setCurrent(found);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!open) {
      if (!["ArrowDown", "ArrowUp", "Enter", " "].includes(event.key)) return;
      event.preventDefault();
      return show(true);
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
    else if (event.key.length === 1) jump(event.key, event.timeStamp);
    else return;
    event.preventDefault();
  };
  return { open, current, show, move: setCurrent, onKeyDown };
}
