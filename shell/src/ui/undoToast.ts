import { translate } from "@/i18n";
import { toast } from "./toast";

interface Undoable {
  /** What happened, in the past: "“Notes” deleted". */
  readonly message: string;
  /** Brings it back. Its errors are the caller's to tell. */
  readonly undo: () => unknown;
}

const SHOWN_MS = 8_000;

/** The ones that can still be taken back, the latest last; ⌘Z takes that one. */
const open: (() => void)[] = [];

/** Says that something was done, with the way back: a button, and ⌘Z while it is shown. */
export function undoToast({ message, undo }: Undoable): void {
  let id: string | number = "";
  const forget = () => {
    const place = open.indexOf(take);
    if (place !== -1) open.splice(place, 1);
    if (open.length === 0) document.removeEventListener("keydown", listen);
  };
  const take = () => {
    if (!open.includes(take)) return;
    forget();
    toast.dismiss(id);
    undo();
  };
  if (open.length === 0) document.addEventListener("keydown", listen);
  open.push(take);
  id = toast(message, {
    duration: SHOWN_MS,
    action: { label: translate("words.undo"), onClick: take },
    onDismiss: forget,
    onAutoClose: forget,
  });
}

function listen(event: KeyboardEvent): void {
  const chord = (event.metaKey || event.ctrlKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "z";
  // In a field ⌘Z belongs to the words that are typed there.
  if (!chord || event.defaultPrevented || isTyping(event.target)) return;
  event.preventDefault();
  open.at(-1)?.();
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}
