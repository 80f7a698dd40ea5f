import { ArrowUpRight, Folder } from "lucide-react";

import { useProject } from "@/api";
import { projectNameOf, useT } from "@/i18n";
import { useComposer, useHost } from "@/state";

/** The project of who has none. */
const HOME = "home";

const EXAMPLES = ["chat.empty.note", "chat.empty.files", "chat.empty.remember"] as const;

/** A new conversation: a sentence, a promise, three things to try. */
export function EmptyChat() {
  const t = useT();
  const fill = useComposer((state) => state.fill);
  const examples = useExamples();
  return (
    <div className="flex min-h-0 flex-1 flex-col justify-end overflow-y-auto px-4 pb-3">
      <Place />
      <h2 className="text-lg font-semibold">{t("chat.empty.title")}</h2>
      <p className="mt-1 text-sm text-muted">{t("chat.empty.about")}</p>
      <ul className="mt-4 flex flex-col gap-1.5">
        {examples.map((example) => (
          <li key={example}>
            <button
              type="button"
              onClick={() => fill(example)}
              className="group flex w-full items-center gap-2 rounded-md border border-line px-3 py-2 text-left text-sm transition-colors duration-100 hover:border-line-strong hover:bg-hover"
            >
              <span className="flex-1">{example}</span>
              <ArrowUpRight aria-hidden className="size-3.5 text-muted opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100" />
            </button>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-xs text-muted">{t("chat.empty.hint")}</p>
    </div>
  );
}

/** What there is to ask: of the app whose screen is open, unless another agent or project was chosen; else of anybody. */
function useExamples(): readonly string[] {
  const t = useT();
  const host = useHost((state) => state.host);
  const elsewhere = useComposer((state) => state.project !== null || (state.agent !== null && state.agent !== host?.agent));
  return host === null || elsewhere ? EXAMPLES.map((example) => t(example)) : host.suggestions;
}

/** Where a new conversation will be, when that is not the usual place. */
function Place() {
  const t = useT();
  const project = useComposer((state) => state.project) ?? HOME;
  const { data: place } = useProject(project);
  if (project === HOME || place === undefined) return null;
  return (
    <p className="mb-1.5 flex items-center gap-1.5 text-xs text-muted">
      <Folder aria-hidden className="size-3.5 shrink-0" />
      <span className="min-w-0 truncate">{t("chat.empty.place", { project: projectNameOf(place, t) })}</span>
    </p>
  );
}
