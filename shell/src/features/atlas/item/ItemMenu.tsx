import { Copy, History, MessageCircle, Trash2 } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";

import type { AtlasItem } from "@/api";
import { HandDialog } from "@/decisions";
import { useT } from "@/i18n";
import { useUndoToast } from "@/stage";
import { useComposer } from "@/state";
import { MenuButton, useCopy } from "@/ui";
import { partPath } from "../paths";

/** How the delete of each kind names its item. */
const DELETES: Readonly<Record<string, readonly [capability: string, field: string]>> = {
  pillar: ["atlas.delete_pillar", "pillar_id"],
  objective: ["atlas.delete_objective", "objective_id"],
  key_result: ["atlas.delete_key_result", "kr_id"],
  initiative: ["atlas.delete_initiative", "initiative_id"],
  project: ["atlas.delete_project", "project_id"],
  task: ["atlas.delete_task", "task_id"],
  meeting: ["atlas.delete_meeting", "meeting_id"],
  agenda_item: ["atlas.delete_agenda_item", "agenda_item_id"],
};

interface ItemMenuProps {
  readonly item: AtlasItem;
  readonly company: string;
  /** Whether its page closes when it is deleted. */
  readonly inList?: boolean;
}

/** What else can be done with an item: talk about it, its history, its end. */
export function ItemMenu({ item, company, inList }: ItemMenuProps) {
  const t = useT();
  const [, go] = useLocation();
  const fill = useComposer((composer) => composer.fill);
  const copy = useCopy();
  const told = useUndoToast();
  const [deleting, setDeleting] = useState(false);
  const [capability, field] = DELETES[item.kind] ?? ["", ""];
  return (
    <>
      <MenuButton
        size="sm"
        items={[
          { id: "ask", label: t("atlas.ask"), icon: MessageCircle, onSelect: () => fill(`${t("atlas.ask.about", { title: item.title, id: item.id })} `) },
          { id: "copy", label: t("atlas.copy"), icon: Copy, onSelect: () => void copy.copy(item.id) },
          { id: "log", label: t("atlas.log"), icon: History, onSelect: () => go(partPath("history", company, { item: item.id })) },
          { id: "delete", label: t("atlas.delete"), icon: Trash2, danger: true, separated: true, onSelect: () => setDeleting(true) },
        ]}
      />
      {deleting && (
        <HandDialog
          open
          capability={capability}
          params={{ [field]: item.id, company }}
          title={t("atlas.delete.title", { title: item.title })}
          onClose={(outcome) => {
            setDeleting(false);
            if (outcome === undefined) return;
            if (outcome.change !== undefined) told(t("atlas.deleted", { title: item.title }), outcome.change);
            if (!inList) go(partPath("dashboard", company));
          }}
        />
      )}
    </>
  );
}
