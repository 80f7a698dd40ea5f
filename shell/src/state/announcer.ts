/** Words for screen readers about what just happened: `announce("Saved")`. */

import { create } from "zustand";

export const useAnnouncer = create<{ readonly words: string }>(() => ({ words: "" }));

/** Say this politely, once. */
export function announce(words: string): void {
  // The same sentence twice must be read twice: a trailing no-break space makes it new.
  const same = useAnnouncer.getState().words === words;
  useAnnouncer.setState({ words: same ? `${words}\u00a0` : words });
}
