import { createContext, useCallback, useContext, useEffect, useId, useMemo, useState } from "react";

/** Where long contents say whether their end was seen. */
interface Unseen {
  readonly count: number;
  readonly report: (part: string, isUnseen: boolean) => void;
}

const NOBODY: Unseen = { count: 0, report: () => undefined };

/** Around what is decided together: a card, a dialog, a list of cards. */
export const UnseenContext = createContext<Unseen>(NOBODY);

/** The element of a long content whose end was not seen yet. */
const PART = "data-unseen-part";
export const UNSEEN = { [PART]: "" } as const;
/** The same where only keys heed it: who clicks the buttons beside it has it on the screen. */
export const UNSEEN_BY_KEY = { [PART]: "key" } as const;

/** How many long contents inside a card were not seen to their end; what is unseen here is unseen in what stands around it. */
export function useUnseenParts(): Unseen {
  const around = useContext(UnseenContext).report;
  const id = useId();
  const [parts, setParts] = useState<ReadonlySet<string>>(() => new Set());
  const report = useCallback((part: string, isUnseen: boolean) => {
    setParts((known) => {
      if (known.has(part) === isUnseen) return known;
      const next = new Set(known);
      if (isUnseen) next.add(part);
      else next.delete(part);
      return next;
    });
  }, []);
  const isUnseen = parts.size > 0;
  useEffect(() => {
    around(id, isUnseen);
    return () => around(id, false);
  }, [around, id, isUnseen]);
  return useMemo(() => ({ count: parts.size, report }), [parts.size, report]);
}

/** Whether something that is decided here was not seen to its end. */
export const useUnseen = (): boolean => useContext(UnseenContext).count > 0;

/** Leads to the first content inside an element whose end was not seen; false when there is none. */
export function showUnseen(inside: Element | null, by: "click" | "key" = "click"): boolean {
  const part = inside?.querySelector<HTMLElement>(by === "key" ? `[${PART}]` : `[${PART}=""]`);
  if (!part) return false;
  part.focus({ preventScroll: true });
  part.scrollIntoView?.({ block: "nearest" });
  return true;
}
