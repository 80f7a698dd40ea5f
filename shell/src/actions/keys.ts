/** Chords and two-key sequences: how they are matched and how they are written. Pure. */

/** What a chord is matched against. */
export interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** What a key press comes to: one of the keys asked about, the first half of a sequence, or nothing. */
export type Step =
  | { readonly kind: "hit"; readonly keys: string }
  | { readonly kind: "begun"; readonly first: string }
  | { readonly kind: "nothing" };

const NOTHING: Step = { kind: "nothing" };

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

/**
 * What a press means among all keys there are, when `begun` was pressed right before it.
 *
 * `g p` is G, then P. Once begun, a sequence is finished or given up: its second key never acts by itself.
 */
export function stepOf(all: readonly string[], begun: string | null, pressed: Pressed, mac = onMac): Step {
  if (begun !== null) {
    const keys = all.find((each) => {
      const [first, second] = each.split(" ");
      return first === begun && second !== undefined && isChord(second, pressed, mac);
    });
    return keys === undefined ? NOTHING : { kind: "hit", keys };
  }
  const keys = all.find((each) => !each.includes(" ") && isChord(each, pressed, mac));
  if (keys !== undefined) return { kind: "hit", keys };
  const longer = all.find((each) => each.includes(" ") && isChord(each.split(" ")[0] ?? "", pressed, mac));
  return longer === undefined ? NOTHING : { kind: "begun", first: longer.split(" ")[0] ?? "" };
}

/** Whether these keys are plain ones, which belong to the text while somebody types. */
export function isPlain(keys: string): boolean {
  return !keys.includes("+");
}

/** A chord as people read it: ⌘K, Ctrl K. */
export function chordText(chord: string, mac = onMac): string {
  const names: Readonly<Record<string, string>> = mac
    ? { mod: "⌘", shift: "⇧", enter: "↵" }
    : { mod: "Ctrl", shift: "Shift", enter: "Enter" };
  return chord
    .split(" ")
    .map((each) =>
      each
        .split("+")
        .map((part) => names[part] ?? part.toUpperCase())
        .join(mac ? "" : " "),
    )
    .join(" ");
}

/** The keys one after the other, each as people read it: `g p` is G and P. */
export function chordKeys(keys: string, mac = onMac): readonly string[] {
  return keys.split(" ").map((each) => chordText(each, mac));
}

/** Whether a key without modifiers belongs to what is being typed. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}
