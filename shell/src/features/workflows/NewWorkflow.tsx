import { MessageSquare, Sparkles } from "lucide-react";
import { useState } from "react";

import { useI18n, useT } from "@/i18n";
import { Page, Section } from "@/stage";
import { useComposer } from "@/state";
import { Button, DropZone } from "@/ui";
import { BackToWorkflows } from "./BackToWorkflows";
import { DocumentEditor } from "./DocumentEditor";
import { examplesOf } from "./examples";
import { useDocument } from "./useDocument";
import { ImportButton } from "./WorkflowList";

/** Making a workflow: from an example, from a file or words pasted here, or by asking an agent. */
export function NewWorkflow() {
  const t = useT();
  const edit = useDocument(null, "");
  const [failed, setFailed] = useState(false);
  const fill = useComposer((composer) => composer.fill);
  const open = (file: File) =>
    void file.text().then(
      (text) => {
        setFailed(false);
        edit.write(text);
      },
      () => setFailed(true),
    );
  return (
    <DropZone label={t("workflows.drop")} onFiles={(files) => files[0] && open(files[0])} className="min-h-full">
      <Page
        title={t("workflows.new")}
        about={t("workflows.new.about")}
        above={<BackToWorkflows />}
        aside={
          <div className="flex gap-2">
            <ImportButton onFile={open} />
            <Button icon={MessageSquare} onClick={() => fill(t("workflows.ask.words"))}>
              {t("workflows.ask")}
            </Button>
          </div>
        }
      >
        <DocumentEditor edit={edit} saveWord={t("workflows.create")}>
          {failed && <p role="alert">{t("workflows.file.unread")}</p>}
          {edit.text.trim() === "" && <Examples onChoose={edit.write} />}
        </DocumentEditor>
      </Page>
    </DropZone>
  );
}

function Examples({ onChoose }: { readonly onChoose: (text: string) => void }) {
  const { t, locale } = useI18n();
  return (
    <Section title={t("workflows.examples")}>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,200px),1fr))] gap-2.5">
        {examplesOf(locale).map(({ id, title, about, text }) => (
          <button
            key={id}
            type="button"
            onClick={() => onChoose(text)}
            className="flex flex-col items-start gap-1.5 rounded-lg border border-line bg-raised p-3.5 text-left shadow-raised transition-colors duration-100 hover:border-line-strong hover:bg-hover"
          >
            <Sparkles aria-hidden className="size-4 text-accent-text" />
            <span className="text-sm font-medium text-fg">{title}</span>
            <span className="text-xs text-muted">{about}</span>
          </button>
        ))}
      </div>
    </Section>
  );
}
