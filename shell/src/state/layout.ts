/** What is open around the stage: the chat, the palette, the overview of screens, the list of shortcuts, the question whether to undo. */

import { create } from "zustand";

/** What an undo is asked about. */
interface UndoSubject {
  readonly kind: "change" | "run";
  readonly id: string;
}

interface Layout {
  readonly chat: boolean;
  /** Whether the chat has more room than the stage. */
  readonly isChatWide: boolean;
  readonly palette: boolean;
  readonly overview: boolean;
  readonly shortcuts: boolean;
  readonly undo: UndoSubject | null;
  readonly showChat: (open: boolean) => void;
  readonly widenChat: (isWide: boolean) => void;
  readonly showPalette: (open: boolean) => void;
  readonly showOverview: (open: boolean) => void;
  readonly showShortcuts: (open: boolean) => void;
  /** Show what undoing this would do, to be confirmed; null closes it. */
  readonly showUndo: (subject: UndoSubject | null) => void;
}

const CHAT = "aule.chat";

/** Below this the chat lies over the stage instead of beside it. */
export const NARROW = "(max-width: 899px)";

/** From this on the dock has room for names beside its icons: the stage comes first, and the chat takes its share. */
export const ROOMY = { alone: "(min-width: 1100px)", beside_chat: "(min-width: 1340px)" } as const;

/** Below this the dock is a bar at the bottom. */
export const PHONE = "(max-width: 639px)";

function initialChat(): boolean {
  if (globalThis.matchMedia?.(NARROW).matches) return false;
  return localStorage.getItem(CHAT) !== "hidden";
}

export const useLayout = create<Layout>((set) => ({
  chat: initialChat(),
  isChatWide: false,
  palette: false,
  overview: false,
  shortcuts: false,
  undo: null,
  showChat: (chat) => {
    // Only the wide desktop remembers: on a phone the chat always starts closed.
    if (!globalThis.matchMedia?.(NARROW).matches) localStorage.setItem(CHAT, chat ? "shown" : "hidden");
    set({ chat });
  },
  widenChat: (isChatWide) => set({ isChatWide }),
  showPalette: (palette) => set({ palette }),
  showOverview: (overview) => set({ overview }),
  showShortcuts: (shortcuts) => set({ shortcuts }),
  showUndo: (undo) => set({ undo }),
}));
