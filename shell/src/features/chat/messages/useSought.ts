import { type RefObject, useEffect, useState } from "react";

import { useT } from "@/i18n";
import { announce, useComposer } from "@/state";
import { toast } from "@/ui";
import type { Chat } from "../model";
import { entryOf, keyOf } from "../select";
import type { Older } from "./useOlder";

const SHOWN_MS = 2_400;
/** The most the server gives at once: a message of long ago is a few questions away. */
const PAGE = 200;

/** Goes to the message an address asked for, reading back as far as needed. Answers with the entry that is lit up. */
export function useSought(chat: Chat | null, scroller: RefObject<HTMLElement | null>, older: Older): string | null {
  const t = useT();
  const sought = useComposer((state) => state.sought);
  const [lit, light] = useState<string | null>(null);
  const { reading, error, read } = older;

  useEffect(() => {
    if (sought === null || chat === null || reading) return;
    const entry = entryOf(chat, sought);
    if (entry === null && chat.before !== null && error === null) {
      void read(PAGE);
      return;
    }
    useComposer.getState().seek(null);
    if (entry === null) {
      toast(t("chat.sought.gone"));
      return;
    }
    const element = scroller.current?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(keyOf(entry))}"]`);
    element?.scrollIntoView({ block: "center" });
    // What is around it is drawn now and may be taller than guessed.
    requestAnimationFrame(() => requestAnimationFrame(() => element?.scrollIntoView({ block: "center" })));
    element?.focus({ preventScroll: true });
    light(keyOf(entry));
    announce(t("chat.sought.found"));
  }, [sought, chat, reading, error, read, scroller, t]);

  useEffect(() => {
    if (lit === null) return;
    const timer = setTimeout(() => light(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [lit]);
  return lit;
}
