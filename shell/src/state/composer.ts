/**
 * What stands in the message field. Any screen may put words there (`useComposer.getState().fill("…")`),
 * lay something beside them (`bring(…)`), or begin a conversation in a project (`begin({ project })`).
 */

import { create } from "zustand";

import { useLayout } from "./layout";
import { keepJson, readJson } from "./storage";

/** The draft of a conversation that does not exist yet. */
export const FRESH = "new";

/** At most so many things go with one message. */
export const MOST_ATTACHED = 20;

/** Something that goes with a message, and how it is shown: `artifact:<id>`, `file:<project>/<path>`, `document:<id>` or `collection:<id>`. */
export interface Attached {
  readonly ref: string;
  readonly title: string;
  readonly mime: string | null;
  readonly size: number | null;
}

/** What is taken up again when a message is edited. */
interface Said {
  readonly id: string;
  readonly content: string;
  readonly refs: readonly Attached[];
}

type Drafts = Readonly<Record<string, string>>;
type Things = Readonly<Record<string, readonly Attached[]>>;

interface Composer {
  /** The conversation shown in the chat; null is a new one. */
  readonly conversation: string | null;
  /** Who will be asked in a new conversation; null is the default agent. */
  readonly agent: string | null;
  /** Where a new conversation will be; null is the home project. */
  readonly project: string | null;
  readonly drafts: Drafts;
  readonly attached: Things;
  /** Grows by one whenever the field should take the focus; 0 once it has. */
  readonly focusWish: number;
  /** The message to show and highlight, once it is there. */
  readonly sought: string | null;
  /** The message that is written anew; what follows it will be set aside. */
  readonly editing: string | null;
  /** Put words into the field of the conversation shown, open the chat and go there. */
  readonly fill: (text: string) => void;
  /** Words to be sent as soon as the chat is there, in the conversation shown; null when none wait. */
  readonly wish: string | null;
  /** Send words in a new conversation, in a project if one is named, without waiting for another click. */
  readonly say: (text: string, project?: string) => void;
  /** The wished words are on their way. */
  readonly said: () => void;
  readonly draft: (text: string) => void;
  /** Let something go with the message that is written, or with the one of another place (`placeOf`). */
  readonly attach: (thing: Attached, place?: string) => void;
  readonly detach: (ref: string) => void;
  /** Empty the field and what lies beside it; an edit is over. */
  readonly clear: () => void;
  /** Attach something, open the chat and go there. */
  readonly bring: (thing: Attached) => void;
  readonly open: (conversation: string | null) => void;
  /** Open a new conversation in a project or with an agent, and go to its field. */
  readonly begin: (place: { readonly project?: string; readonly agent?: string }) => void;
  readonly choose: (agent: string | null) => void;
  /** Take a message up again: its words and what went with it stand in the field. */
  readonly edit: (message: Said) => void;
  /** Leave the message as it was; the draft from before is back. */
  readonly stopEditing: () => void;
  readonly seek: (message: string | null) => void;
  readonly focus: () => void;
  /** The field has the focus that was wished for. */
  readonly focused: () => void;
}

const DRAFTS = "aule.drafts";
const ATTACHED = "aule.attached";
const SHOWN = "aule.conversation";

/** Under which name the words of this moment are kept: a conversation, a new one, or the message that is edited. */
export function placeOf({ conversation, editing }: Pick<Composer, "conversation" | "editing">): string {
  return editing === null ? (conversation ?? FRESH) : `edit ${editing}`;
}

/** The record with another value under a name; an empty value leaves no trace. */
function put<T extends { readonly length: number }>(all: Readonly<Record<string, T>>, name: string, value: T) {
  const { [name]: _, ...others } = all;
  return value.length === 0 ? others : { ...others, [name]: value };
}

function lay(set: (part: { readonly attached: Things }) => void, attached: Things): void {
  keepJson(sessionStorage, ATTACHED, attached);
  set({ attached });
}

export const useComposer = create<Composer>((set, get) => ({
  conversation: sessionStorage.getItem(SHOWN),
  agent: null,
  project: null,
  drafts: readJson<Drafts>(sessionStorage, DRAFTS, {}),
  attached: readJson<Things>(sessionStorage, ATTACHED, {}),
  focusWish: 0,
  sought: null,
  editing: null,
  fill: (text) => {
    get().stopEditing();
    get().draft(text);
    useLayout.getState().showChat(true);
    get().focus();
  },
  wish: null,
  say: (text, project) => {
    get().begin({ project });
    set({ wish: text });
  },
  said: () => set({ wish: null }),
  draft: (text) => {
    const drafts = put(get().drafts, placeOf(get()), text);
    keepJson(sessionStorage, DRAFTS, drafts);
    set({ drafts });
  },
  attach: (thing, place = placeOf(get())) => {
    const here = get().attached[place] ?? [];
    if (here.length >= MOST_ATTACHED || here.some((each) => each.ref === thing.ref)) return;
    lay(set, put(get().attached, place, [...here, thing]));
  },
  detach: (ref) => {
    const place = placeOf(get());
    lay(set, put(get().attached, place, (get().attached[place] ?? []).filter((each) => each.ref !== ref)));
  },
  clear: () => {
    get().draft("");
    lay(set, put(get().attached, placeOf(get()), []));
    set({ editing: null });
  },
  bring: (thing) => {
    get().attach(thing);
    useLayout.getState().showChat(true);
    get().focus();
  },
  open: (conversation) => {
    get().stopEditing();
    if (conversation === null) sessionStorage.removeItem(SHOWN);
    else sessionStorage.setItem(SHOWN, conversation);
    // Whoever was wished for elsewhere does not answer here.
    set({ conversation, agent: null, project: null, sought: null });
  },
  begin: ({ project, agent }) => {
    get().open(null);
    set({ project: project ?? null, agent: agent ?? null });
    useLayout.getState().showChat(true);
    get().focus();
  },
  choose: (agent) => set({ agent }),
  edit: ({ id, content, refs }) => {
    get().stopEditing();
    set({ editing: id });
    get().draft(content);
    lay(set, put(get().attached, placeOf(get()), refs));
    get().focus();
  },
  stopEditing: () => {
    if (get().editing !== null) get().clear();
  },
  seek: (sought) => set({ sought }),
  focus: () => set({ focusWish: get().focusWish + 1 }),
  focused: () => set({ focusWish: 0 }),
}));
