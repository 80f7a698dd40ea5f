import { ArrowUpRight } from "lucide-react";

import { useT } from "@/i18n";
import { useComposer } from "@/state";

const EXAMPLES = ["chat.empty.note", "chat.empty.files", "chat.empty.remember"] as const;

/** A new conversation: a sentence, a promise, three things to try. */
export function EmptyChat() {
  const t = useT();
  const fill = useComposer((state) => state.fill);
  return (
    <div className="flex min-h-0 flex-1 flex-col justify-end overflow-y-auto px-4 pb-3">
      <h2 className="text-lg font-semibold">{t("chat.empty.title")}</h2>
      <p className="mt-1 text-sm text-muted">{t("chat.empty.about")}</p>
      <ul className="mt-4 flex flex-col gap-1.5">
        {EXAMPLES.map((example) => (
          <li key={example}>
            <button
              type="button"
              onClick={() => fill(t(example))}
              className="group flex w-full items-center gap-2 rounded-md border border-line px-3 py-2 text-left text-sm transition-colors duration-100 hover:border-line-strong hover:bg-hover"
            >
              <span className="flex-1">{t(example)}</span>
              <ArrowUpRight aria-hidden className="size-3.5 text-muted opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
