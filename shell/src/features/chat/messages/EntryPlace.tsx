import { memo } from "react";

import type { Message } from "@/api";
import { useT } from "@/i18n";
import { useComposer } from "@/state";
import { classes } from "@/ui";
import type { Chat, Entry } from "../model";
import { againOf, isSameTurn, keyOf } from "../select";
import type { Outgoing } from "../outgoing";
import { Notice } from "./Notice";
import { Turn } from "./Turn";
import { type Nearby, usePlace } from "./useNearby";
import { UserMessage } from "./UserMessage";

interface EntryPlaceProps {
  readonly chat: Chat;
  readonly entry: Entry;
  readonly nearby: Nearby;
  /** Whether it is drawn from the beginning: it stands where one begins to read. */
  readonly drawn: boolean;
  /** Whether it was just looked for. */
  readonly lit: boolean;
  /** Whether it would be set aside by what is being written. */
  readonly aside: "first" | "more" | null;
  /** Whether nothing was said after it. */
  readonly last: boolean;
  readonly onAsk: (words: Outgoing) => void;
}

/** The place of one entry: drawn while it is near the view, else as much room as it took. */
export const EntryPlace = memo(EntryPlaceView, isSame);

function EntryPlaceView({ chat, entry, nearby, drawn, lit, aside, last, onAsk }: EntryPlaceProps) {
  const { place, height } = usePlace(nearby, entry, drawn);
  return (
    <div
      ref={place}
      tabIndex={-1}
      data-entry={keyOf(entry)}
      data-lit={lit || undefined}
      style={height === null ? undefined : { height }}
      className={classes(
        "relative flex flex-col rounded-md outline-none transition-[background-color,box-shadow] duration-150",
        lit && "bg-accent-soft ring-4 ring-accent-soft",
        aside !== null && "border-l-2 border-dashed border-line-strong pl-3",
      )}
    >
      {aside === "first" && <SetAside />}
      {height === null && <Drawn chat={chat} entry={entry} last={last} onAsk={onAsk} />}
    </div>
  );
}

/** Says from where on things will be set aside. */
function SetAside() {
  const t = useT();
  return (
    <p className="flex items-center gap-3 pb-2.5 text-2xs text-muted after:h-px after:flex-1 after:bg-line">{t("chat.aside")}</p>
  );
}

function Drawn({ chat, entry, last, onAsk }: Pick<EntryPlaceProps, "chat" | "entry" | "last" | "onAsk">) {
  if (entry.kind === "turn") return <Turn chat={chat} run={entry.run} last={last} onAsk={onAsk} />;
  const message = chat.messages[entry.id];
  if (message === undefined) return null;
  return message.role === "user" ? <UserMessage message={message} onEdit={() => takeUp(chat, message)} /> : <Notice text={message.content} />;
}

/** Write a message anew: its words, and all that lay beside them. */
function takeUp(chat: Chat, message: Message): void {
  useComposer.getState().edit({ id: message.id, content: message.content, refs: againOf(chat, message).attached });
}

/** Events replace what they touch and nothing else: what looks the same is not drawn again. */
function isSame(before: EntryPlaceProps, now: EntryPlaceProps): boolean {
  if (before.lit !== now.lit || before.aside !== now.aside || before.last !== now.last) return false;
  if (before.entry !== now.entry || before.nearby !== now.nearby || before.onAsk !== now.onAsk) return false;
  if (before.chat === now.chat) return true;
  return now.entry.kind === "turn"
    ? isSameTurn(before.chat, now.chat, now.entry.run)
    : before.chat.messages[now.entry.id] === now.chat.messages[now.entry.id];
}
