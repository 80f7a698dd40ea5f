/** What is open around the stage: the chat, the palette, the list of shortcuts. */

import { create } from "zustand";

interface Layout {
  readonly chat: boolean;
  readonly palette: boolean;
  readonly shortcuts: boolean;
  readonly showChat: (open: boolean) => void;
  readonly showPalette: (open: boolean) => void;
  readonly showShortcuts: (open: boolean) => void;
}

const CHAT = "aule.chat";

/** Below this the chat lies over the stage instead of beside it. */
export const NARROW = "(max-width: 899px)";

function initialChat(): boolean {
  if (globalThis.matchMedia?.(NARROW).matches) return false;
  return localStorage.getItem(CHAT) !== "hidden";
}

export const useLayout = create<Layout>((set) => ({
  chat: initialChat(),
  palette: false,
  shortcuts: false,
  showChat: (chat) => {
    // Only the wide desktop remembers: on a phone the chat always starts closed.
    if (!globalThis.matchMedia?.(NARROW).matches) localStorage.setItem(CHAT, chat ? "shown" : "hidden");
    set({ chat });
  },
  showPalette: (palette) => set({ palette }),
  showShortcuts: (shortcuts) => set({ shortcuts }),
}));
