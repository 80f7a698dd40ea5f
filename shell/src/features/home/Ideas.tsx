import { ArrowUpRight } from "lucide-react";

import { useSuggestions } from "@/api";
import { useT } from "@/i18n";
import { useComposer } from "@/state";
import { Skeleton } from "@/ui";

/** Sentences that work in an app, with names that are there; a click puts one into the chat, where it can be changed. */
export function Ideas({ app, project }: { readonly app: string; readonly project?: string }) {
  const t = useT();
  const { data, error } = useSuggestions({ app, project });
  const fill = (sentence: string) => {
    const composer = useComposer.getState();
    if (project !== undefined) composer.begin({ project });
    composer.fill(sentence);
  };
  if (error) return null;
  if (data === undefined) return <Skeleton className="h-9 rounded-md" />;
  return (
    <ul aria-label={t("home.ideas")} className="flex flex-wrap gap-2">
      {data.sentences.map((sentence) => (
        <li key={sentence} className="min-w-0">
          <button
            type="button"
            onClick={() => fill(sentence)}
            className="group flex max-w-full items-center gap-2 rounded-md border border-line bg-raised px-3 py-2 text-left text-sm shadow-raised transition-colors duration-100 hover:border-line-strong hover:bg-hover"
          >
            <span className="min-w-0 text-pretty break-words">{sentence}</span>
            <ArrowUpRight aria-hidden className="size-3.5 shrink-0 text-muted" />
          </button>
        </li>
      ))}
    </ul>
  );
}
