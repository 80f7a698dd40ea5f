import { FileUp, LayoutTemplate, PencilRuler, Plus, Workflow } from "lucide-react";
import { useRef, useState } from "react";
import { useLocation } from "wouter";

import { useWorkflows } from "@/api";
import { useT } from "@/i18n";
import { Page, Trouble } from "@/stage";
import { Button, DropZone, EmptyState, SearchField, Skeleton } from "@/ui";
import { useWorkflowActions } from "./useWorkflowActions";
import { WorkflowCard } from "./WorkflowCard";

const GRID = "grid gap-3 grid-cols-[repeat(auto-fill,minmax(min(100%,260px),1fr))]";

/** Every workflow, one card each. A file dropped here is opened as a new one. */
export function WorkflowList() {
  const t = useT();
  const [, go] = useLocation();
  const [words, setWords] = useState("");
  const { data, error, refetch } = useWorkflows();
  const { open } = useWorkflowActions();
  const wanted = words.trim().toLowerCase();
  const found = data?.filter(({ workflow }) => `${workflow.title} ${workflow.description} ${workflow.id}`.toLowerCase().includes(wanted));
  return (
    <DropZone label={t("workflows.drop")} onFiles={(files) => files[0] && open(files[0])} className="min-h-full">
      <Page
        wide
        title={t("workflows.title")}
        about={t("workflows.about")}
        aside={
          <div className="flex flex-wrap gap-2">
            <ImportButton onFile={open} />
            <Button icon={LayoutTemplate} onClick={() => go("/workflows/templates")}>
              {t("templates.use")}
            </Button>
            <Button icon={PencilRuler} onClick={() => go("/workflows/new/canvas")}>
              {t("workflows.draw")}
            </Button>
            <Button tone="primary" icon={Plus} onClick={() => go("/workflows/new")}>
              {t("workflows.new")}
            </Button>
          </div>
        }
      >
        <div className="flex flex-col gap-4">
          {(data?.length ?? 0) > 6 && (
            <SearchField label={t("workflows.search")} value={words} onChange={setWords} className="w-full max-w-sm" />
          )}
          {found === undefined ? (
            error ? (
              <Trouble error={error} onRetry={() => void refetch()} />
            ) : (
              <div role="status" aria-label={t("words.loading")} className={GRID}>
                {[0, 1, 2].map((each) => (
                  <Skeleton key={each} className="h-56 rounded-lg" />
                ))}
              </div>
            )
          ) : found.length === 0 ? (
            wanted !== "" ? (
              <EmptyState icon={Workflow} title={t("workflows.nothing")} action={<Button onClick={() => setWords("")}>{t("workflows.nothing.action")}</Button>} />
            ) : (
              <EmptyState icon={Workflow} title={t("workflows.empty")} action={<Button onClick={() => go("/workflows/templates")}>{t("templates.use")}</Button>}>
                {t("workflows.empty.about")}
              </EmptyState>
            )
          ) : (
            <ul aria-label={t("workflows.list")} className={GRID}>
              {found.map((summary) => (
                <li key={summary.workflow.id} className="flex">
                  <WorkflowCard summary={summary} />
                </li>
              ))}
            </ul>
          )}
        </div>
      </Page>
    </DropZone>
  );
}

/** Opens a file of this machine. */
export function ImportButton({ onFile }: { readonly onFile: (file: File) => void }) {
  const t = useT();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        hidden
        accept=".yaml,.yml,.json,application/yaml,application/json"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = "";
          if (file !== undefined) onFile(file);
        }}
      />
      <Button icon={FileUp} onClick={() => picker.current?.click()}>
        {t("workflows.import")}
      </Button>
    </>
  );
}
