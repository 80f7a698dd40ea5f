/** Where news are shown: a toast for each kind, counted when there are several, and a notification if wished for. */

import { translate } from "@/i18n";
import { useNotifications } from "@/state";
import { toast } from "@/ui";
import { BUDGETS, type News, type NewsKind } from "./news";

/** News that come together make one toast, not ten. */
const GATHER = 300;
const SHOWN = 8_000;

const MANY: Readonly<Record<NewsKind, string>> = { done: "/activity", partly: "/activity", failed: "/activity", approval: "/approvals", budget: BUDGETS };
const KINDS: readonly NewsKind[] = ["done", "partly", "failed", "approval", "budget"];

export class Newsstand {
  readonly #navigate: (path: string) => void;
  /** What is told and not yet seen, by kind. */
  readonly #unseen: Readonly<Record<NewsKind, Map<string, News>>> = { done: new Map(), partly: new Map(), failed: new Map(), approval: new Map(), budget: new Map() };
  #fresh = new Set<NewsKind>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #loud = false;

  constructor(navigate: (path: string) => void) {
    this.#navigate = navigate;
  }

  /** Take news in; `loud` when nobody looks, so that a notification is due. */
  put(news: readonly News[], loud: boolean): void {
    for (const each of news) {
      this.#unseen[each.kind].set(each.id, each);
      this.#fresh.add(each.kind);
    }
    this.#loud ||= loud;
    this.#timer ??= setTimeout(() => this.#show(), GATHER);
  }

  /** Approvals that are decided are no news any more. */
  settle(ids: ReadonlySet<string>): void {
    const waiting = this.#unseen.approval;
    const before = waiting.size;
    for (const id of ids) waiting.delete(id);
    if (waiting.size === before) return;
    if (waiting.size === 0) toast.dismiss(idOf("approval"));
    else this.#toast("approval");
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const kind of KINDS) toast.dismiss(idOf(kind));
  }

  #show(): void {
    this.#timer = undefined;
    for (const kind of this.#fresh) {
      if (this.#unseen[kind].size === 0) continue;
      this.#toast(kind);
      if (this.#loud && useNotifications.getState().on) this.#notify(kind);
    }
    this.#fresh = new Set();
    this.#loud = false;
  }

  #toast(kind: NewsKind): void {
    const { title, about, path } = this.#told(kind);
    const forget = () => this.#unseen[kind].clear();
    toast(title, {
      id: idOf(kind),
      description: about,
      duration: SHOWN,
      action: { label: translate("words.open"), onClick: () => this.#open(kind, path) },
      onDismiss: forget,
      onAutoClose: forget,
    });
  }

  #notify(kind: NewsKind): void {
    const { title, about, path } = this.#told(kind);
    // One tag a kind: the newer one takes the place of the older, in whichever window it came from.
    const shown = new Notification(title, { body: about, tag: idOf(kind), icon: "/icon.svg" });
    shown.onclick = () => {
      window.focus();
      shown.close();
      this.#open(kind, path);
    };
  }

  #open(kind: NewsKind, path: string): void {
    this.#unseen[kind].clear();
    toast.dismiss(idOf(kind));
    this.#navigate(path);
  }

  #told(kind: NewsKind): { readonly title: string; readonly about: string; readonly path: string } {
    const [only, ...others] = [...this.#unseen[kind].values()].reverse();
    const count = others.length + 1;
    const title = translate(`news.${kind}`, { count });
    if (only === undefined || others.length === 0) return { title, about: only?.title ?? "", path: only?.path ?? MANY[kind] };
    return { title, about: only.title, path: MANY[kind] };
  }
}

function idOf(kind: NewsKind): string {
  return `news-${kind}`;
}
