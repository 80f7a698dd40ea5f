import { FilePlus2 } from "lucide-react";

import type { AgentDraft } from "@/api";
import { useT } from "@/i18n";
import { Fold, Section, Trouble } from "@/stage";
import { CodeBlock } from "@/ui";
import { Notes } from "../Notes";

interface DraftPaneProps {
  readonly draft: AgentDraft | undefined;
  readonly error: unknown;
}

/** What the answers so far would make. Nothing is written yet. */
export function DraftPane({ draft, error }: DraftPaneProps) {
  const t = useT();
  return (
    <Section title={t("conductor.draft")} about={t("conductor.draft.about")}>
      {error ? (
        <Trouble error={error} />
      ) : draft === undefined ? (
        <p className="rounded-lg border border-dashed border-line-strong px-4 py-6 text-center text-sm text-muted">{t("conductor.draft.none")}</p>
      ) : (
        <div className="flex flex-col gap-3 rounded-lg border border-line bg-raised p-4 shadow-raised">
          <p className="flex gap-2 font-mono text-2xs break-all text-muted">
            <FilePlus2 aria-hidden className="mt-px size-3.5 shrink-0" />
            {draft.place}
          </p>
          <Notes notes={draft.notes} />
          {Object.entries(draft.files).map(([name, text]) => (
            <Fold key={name} title={name}>
              <CodeBlock code={text} title={name} language={name.split(".").at(-1)} wrap />
            </Fold>
          ))}
        </div>
      )}
    </Section>
  );
}
