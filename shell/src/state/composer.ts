/** What stands in the message field. Any screen may put words there: `useComposer.getState().fill("…")`. */

import { create } from "zustand";

import { useLayout } from "./layout";

/** The draft of a conversation that does not exist yet. */
export const FRESH = "new";

interface Composer {
  /** The conversation shown in the chat; null is a new one. */
  readonly conversation: string | null;
  /** Who will be asked in a new conversation; null is the default agent. */
  readonly agent: string | null;
  readonly drafts: Readonly<Record<string, string>>;
  /** Grows by one whenever the field should take the focus. */
  readonly focusWish: number;
  /** Put words into the field of the conversation shown, open the chat and go there. */
  readonly fill: (text: string) => void;
  readonly draft: (text: string) => void;
  readonly open: (conversation: string | null) => void;
  readonly choose: (agent: string | null) => void;
  readonly focus: () => void;
}

const DRAFTS = "aule.drafts";
const SHOWN = "aule.conversation";

function remembered(): Readonly<Record<string, string>> {
  try {
    return JSON.parse(sessionStorage.getItem(DRAFTS) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}

function remember(drafts: Readonly<Record<string, string>>): void {
  try {
    sessionStorage.setItem(DRAFTS, JSON.stringify(drafts));
  } catch {
    // A full or forbidden storage only costs the draft after a reload.
  }
}

export const useComposer = create<Composer>((set, get) => ({
  conversation: sessionStorage.getItem(SHOWN),
  agent: null,
  drafts: remembered(),
  focusWish: 0,
  fill: (text) => {
    get().draft(text);
    useLayout.getState().showChat(true);
    get().focus();
  },
  draft: (text) => {
    const { [get().conversation ?? FRESH]: _, ...others } = get().drafts;
    const drafts = text === "" ? others : { ...others, [get().conversation ?? FRESH]: text };
    remember(drafts);
    set({ drafts });
  },
  open: (conversation) => {
    if (conversation === null) sessionStorage.removeItem(SHOWN);
    else sessionStorage.setItem(SHOWN, conversation);
    set({ conversation });
  },
  choose: (agent) => set({ agent }),
  focus: () => set({ focusWish: get().focusWish + 1 }),
}));
