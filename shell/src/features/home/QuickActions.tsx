import { Brain, FolderOpen, type LucideIcon, NotebookPen, Search } from "lucide-react";

import { type PlainKey, useT } from "@/i18n";
import { Section } from "@/stage";
import { useComposer } from "@/state";
import { classes } from "@/ui";

const QUICK: readonly { readonly icon: LucideIcon; readonly title: PlainKey; readonly ask: PlainKey }[] = [
  { icon: NotebookPen, title: "home.quick.note", ask: "home.quick.note.ask" },
  { icon: FolderOpen, title: "home.quick.files", ask: "home.quick.files.ask" },
  { icon: Search, title: "home.quick.find", ask: "home.quick.find.ask" },
  { icon: Brain, title: "home.quick.remember", ask: "home.quick.remember.ask" },
];

/** Things to begin with; a click puts the words into the chat, where they can be changed before they are sent. */
export function QuickActions({ roomy }: { readonly roomy: boolean }) {
  const t = useT();
  const fill = useComposer((composer) => composer.fill);
  return (
    <Section title={t("home.quick")}>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(150px,1fr))] gap-2.5">
        {QUICK.map(({ icon: Icon, title, ask }) => (
          <button
            key={title}
            type="button"
            onClick={() => fill(t(ask))}
            className={classes(
              "flex flex-col items-start gap-2 rounded-lg border border-line bg-raised p-3.5 text-left shadow-raised",
              "transition-colors duration-100 hover:border-line-strong hover:bg-hover",
              roomy && "py-4.5",
            )}
          >
            <Icon aria-hidden className="size-4 text-accent-text" />
            <span className="text-sm font-medium text-fg">{t(title)}</span>
            <span className="line-clamp-3 text-xs text-muted">{t(ask)}</span>
          </button>
        ))}
      </div>
    </Section>
  );
}
