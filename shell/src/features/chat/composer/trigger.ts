/** The word at the caret that calls for a picker: `#file`, `@agent`. Pure. */

export type TriggerKind = "#" | "@";

export interface Trigger {
  readonly kind: TriggerKind;
  /** What stands behind the sign. */
  readonly words: string;
  /** Where the sign stands. */
  readonly start: number;
  readonly end: number;
}

const LONGEST = 80;

/** The trigger that the caret stands in; null inside any other word. */
export function triggerAt(text: string, caret: number): Trigger | null {
  const before = text.slice(Math.max(0, caret - LONGEST), caret);
  // A sign in the middle of a word (`a@b.org`, `C#`) is not meant.
  const found = /(?:^|\s)([#@])(\S*)$/.exec(before);
  const [kind, words = ""] = [found?.[1], found?.[2]];
  if (kind !== "#" && kind !== "@") return null;
  return { kind, words, start: caret - words.length - 1, end: caret };
}

/** The text with the trigger replaced by words (none for nothing), and where the caret goes. */
export function replaceTrigger(text: string, trigger: Trigger, words: string): { readonly text: string; readonly caret: number } {
  const rest = text.slice(trigger.end);
  const said = words === "" || rest.startsWith(" ") ? words : `${words} `;
  return { text: text.slice(0, trigger.start) + said + rest, caret: trigger.start + said.length };
}
