import { CalendarClock, Copy, Download, Trash2 } from "lucide-react";
import { useLocation } from "wouter";

import { type DocumentFormat, documentUrl, type Workflow } from "@/api";
import { useT } from "@/i18n";
import { MenuButton } from "@/ui";
import { useWorkflowActions } from "./useWorkflowActions";

/** What one can do with a workflow besides running it: schedule, duplicate, take it along, delete. */
export function WorkflowMenu({ workflow }: { readonly workflow: Workflow }) {
  const t = useT();
  const [, go] = useLocation();
  const { duplicate, remove } = useWorkflowActions();
  const save = (format: DocumentFormat) => {
    const link = document.createElement("a");
    link.href = documentUrl(workflow.id, format);
    link.download = `${workflow.id}.${format}`;
    link.click();
  };
  return (
    <MenuButton
      label={t("workflows.menu", { title: workflow.title })}
      items={[
        { id: "schedule", label: t("workflows.schedule"), icon: CalendarClock, onSelect: () => go(`/schedules?new&workflow=${workflow.id}`) },
        { id: "duplicate", label: t("workflows.duplicate"), icon: Copy, onSelect: () => duplicate(workflow) },
        { id: "yaml", label: t("workflows.export.yaml"), icon: Download, separated: true, onSelect: () => save("yaml") },
        { id: "json", label: t("workflows.export.json"), icon: Download, onSelect: () => save("json") },
        { id: "delete", label: t("words.delete"), icon: Trash2, danger: true, separated: true, onSelect: () => remove(workflow) },
      ]}
    />
  );
}
