/** Chords: how they are matched and how they are written. Pure. */

/** What a chord is matched against. */
export interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** Whether this is a Mac, where chords use ⌘. */
export const onMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? "");

/** Whether a key press is this chord. `mod` is ⌘ on a Mac, else Ctrl. */
export function isChord(chord: string, pressed: Pressed, mac = onMac): boolean {
  const parts = chord.split("+");
  const key = parts.at(-1) ?? "";
  const mod = parts.includes("mod");
  if (pressed.key.toLowerCase() !== key || pressed.altKey) return false;
  if (pressed.metaKey !== (mod && mac) || pressed.ctrlKey !== (mod && !mac)) return false;
  // `?` is itself a shifted key on most keyboards: Shift only counts beside letters.
  return !/^[a-z]$/.test(key) || pressed.shiftKey === parts.includes("shift");
}

/** A chord as people read it: ⌘K, Ctrl K. */
export function chordText(chord: string, mac = onMac): string {
  const names: Readonly<Record<string, string>> = mac
    ? { mod: "⌘", shift: "⇧", enter: "↵" }
    : { mod: "Ctrl", shift: "Shift", enter: "Enter" };
  return chord
    .split("+")
    .map((part) => names[part] ?? part.toUpperCase())
    .join(mac ? "" : " ");
}

/** Whether a key without modifiers belongs to what is being typed. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}
