import { MessageCircleQuestion } from "lucide-react";
import { useMemo } from "react";

import type { ActionContext } from "@/actions";
import { useSearch } from "@/api";
import { useI18n } from "@/i18n";
import { useComposer, useLayout } from "@/state";
import { actionChoices, type Choice, type ChoiceGroup, hitGroups, recentChoices } from "./choices";
import { match } from "./matching";
import { noteRecent, recents } from "./recent";
import { readWords, type Wanted } from "./words";

interface Palette {
  readonly groups: readonly ChoiceGroup[];
  readonly searching: boolean;
}

/** What the server is asked for; actions are known here. */
const KINDS: Readonly<Record<Wanted, readonly string[] | null>> = {
  all: [],
  actions: null,
  artifacts: ["artifact"],
  agents: ["agent"],
};

const MOST_RECENT = 6;

/** Everything the palette offers for what is typed, in groups, the best first. */
export function usePalette(typed: string, context: ActionContext): Palette {
  const { t, locale } = useI18n();
  const { wanted, words } = readWords(typed);
  const kinds = KINDS[wanted];
  const search = useSearch(words, locale, { kinds: kinds ?? [], enabled: kinds !== null && (words !== "" || kinds.length > 0) });
  const actions = useMemo(() => actionChoices(words, t, context), [words, t, context]);
  const kept = useMemo(recents, []);

  // While the next answer is on its way, of the last one only what still fits is shown.
  const found = (search.data ?? []).filter((hit) => !search.isPlaceholderData || match(words, `${hit.title} ${hit.detail}`) !== null);
  const hits = kinds === null ? [] : hitGroups(found, words, t, context);
  const blank = wanted === "all" && words === "";
  const recent = blank ? recentChoices(kept, actions, context).slice(0, MOST_RECENT) : [];
  const offered = wanted === "all" || wanted === "actions" ? actions.filter((choice) => !recent.includes(choice)) : [];
  const going = (choice: Choice) => choice.id.startsWith("action:go-");
  const meant = (choice: Choice) => words === "" || choice.meant;
  const ask: Choice = {
    id: "ask",
    label: t("palette.ask", { words }),
    marks: [],
    icon: MessageCircleQuestion,
    score: 0,
    recent: { id: "action:ask" },
    choose: () => useComposer.getState().fill(words),
  };
  const groups = [
    { id: "recent", label: t("palette.recent"), choices: recent },
    { id: "screens", label: t("palette.screens"), choices: offered.filter((choice) => going(choice) && meant(choice)) },
    { id: "actions", label: t("palette.actions"), choices: offered.filter((choice) => !going(choice) && meant(choice)) },
    ...hits,
    // Letters strewn over a label are worth an offer, but never before what was found by its words.
    { id: "perhaps", label: t("palette.perhaps"), choices: offered.filter((choice) => !meant(choice)) },
    { id: "ask", label: t("actions.ask"), choices: wanted === "all" && words !== "" ? [ask] : [] },
  ];
  return { groups: groups.filter((group) => group.choices.length > 0), searching: search.isFetching };
}

/** Close the palette, remember the choice, and do it: open it, or take it into the chat. */
export function take(choice: Choice, intoChat: boolean): void {
  useLayout.getState().showPalette(false);
  noteRecent(choice.recent);
  if (intoChat && choice.toChat !== undefined) choice.toChat();
  else choice.choose();
}
