import { LayoutTemplate, MessageSquare, PencilRuler } from "lucide-react";
import { useLocation } from "wouter";

import { useT } from "@/i18n";
import { Page, RowsSkeleton } from "@/stage";
import { useComposer } from "@/state";
import { Button, DropZone } from "@/ui";
import { BackToWorkflows } from "./BackToWorkflows";
import { NewCanvas } from "./canvas/NewCanvas";
import { DocumentEditor } from "./DocumentEditor";
import { NEW } from "./drafts";
import { useDrawnText } from "./useDrawnText";
import { useDocument } from "./useDocument";
import { useOpenFile } from "./useOpenFile";
import { ImportButton } from "./WorkflowList";

/** Making a workflow: from a file or words pasted here, or by asking an agent. */
export function NewWorkflow({ tab }: { readonly tab: string | undefined }) {
  return tab === "canvas" ? <NewCanvas /> : <Written />;
}

/** What was drawn and not made is the text to begin with. */
function Written() {
  const isReading = useDrawnText(NEW, 0, "");
  return isReading ? <RowsSkeleton /> : <NewText />;
}

function NewText() {
  const t = useT();
  const [, go] = useLocation();
  const edit = useDocument(null, "");
  const fill = useComposer((composer) => composer.fill);
  const open = useOpenFile(edit.write);
  return (
    <DropZone label={t("workflows.drop")} onFiles={(files) => files[0] && open(files[0])} className="min-h-full">
      <Page
        title={t("workflows.new")}
        about={t("workflows.new.about")}
        above={<BackToWorkflows />}
        aside={
          <div className="flex flex-wrap gap-2">
            <Button icon={PencilRuler} onClick={() => go("/workflows/new/canvas")}>
              {t("workflows.draw")}
            </Button>
            <ImportButton onFile={open} />
            <Button icon={LayoutTemplate} onClick={() => go("/workflows/templates")}>
              {t("templates.use")}
            </Button>
            <Button icon={MessageSquare} onClick={() => fill(t("workflows.ask.words"))}>
              {t("workflows.ask")}
            </Button>
          </div>
        }
      >
        <DocumentEditor edit={edit} saveWord={t("workflows.create")} />
      </Page>
    </DropZone>
  );
}
