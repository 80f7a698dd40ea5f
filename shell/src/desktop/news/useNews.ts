import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

import { type Event, type Home, keys, type Run, subscribe } from "@/api";
import { projectNameOf, translate } from "@/i18n";
import { useComposer, useLayout } from "@/state";
import { isInView, type News, newsOf, type SayBudget, settledBy, type View } from "./news";
import { Newsstand } from "./newsstand";
import { isSomeWindowWatched, watchWindow } from "./watched";

const TYPES = [
  "run.started",
  "run.finished",
  "approval.requested",
  "approval.granted",
  "approval.denied",
  "approval.expired",
  "approval.superseded",
  "budget.alerted",
] as const;

/** While mounted: tells what ended or waits while one looks elsewhere. */
export function useNews(navigate: (path: string) => void): void {
  const cache = useQueryClient();
  useEffect(() => {
    const stand = new Newsstand(navigate);
    const started = new Map<string, Run>();
    const unwatch = watchWindow();
    const hear = (events: readonly Event[]) => {
      for (const event of events) if (event.data.type === "run.started") started.set(event.data.started.id, event.data.started);
      const known = new Map([...runsOf(cache.getQueryData<Home>(keys.home)), ...started]);
      const news = events.flatMap((event) => newsOf(event, known, sayBudget) ?? []);
      for (const event of events) if (event.data.type === "run.finished" && event.run) started.delete(event.run);
      const settled = new Set(events.flatMap((event) => settledBy(event) ?? []));
      stand.settle(settled);
      const unseen = news.filter((each) => !settled.has(each.id) && !isInView(each, currentView()));
      if (unseen.length > 0) void spread(stand, unseen);
    };
    const unsubscribe = subscribe({ types: TYPES }, hear);
    return () => {
      unsubscribe();
      unwatch();
      stand.close();
    };
  }, [cache, navigate]);
}

/** “Scribe, today: 80% spent”. */
const sayBudget: SayBudget = ({ budget, name, share }) => {
  const named = budget.of === "project" ? projectNameOf({ id: budget.id, name }, translate) : name;
  return translate(`news.budget.${budget.period}`, { whose: budget.of === "all" ? translate("news.budget.all") : named, share });
};

/** A hidden window keeps quiet while another one is looked at: that one tells. */
async function spread(stand: Newsstand, news: readonly News[]): Promise<void> {
  const hidden = document.visibilityState === "hidden";
  if (hidden && (await isSomeWindowWatched())) return;
  stand.put(news, hidden);
}

function currentView(): View {
  const { conversation } = useComposer.getState();
  return {
    visible: document.visibilityState === "visible",
    path: location.pathname,
    conversation: useLayout.getState().chat ? conversation : null,
  };
}

function runsOf(home: Home | undefined): Iterable<readonly [string, Run]> {
  return [...(home?.recent ?? []), ...(home?.running ?? [])].map((run) => [run.id, run] as const);
}
