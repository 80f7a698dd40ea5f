import { MessageCircle, Trash2 } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";

import { HandDialog } from "@/decisions";
import { useT } from "@/i18n";
import { useUndoToast } from "@/stage";
import { useComposer } from "@/state";
import { MenuButton } from "@/ui";

interface RemoveMenuProps {
  readonly capability: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly title: string;
  /** Where one is once it is gone. */
  readonly back: string;
}

/** What else can be done with it: ask Jota about it, remove it. What goes with it is shown first. */
export function RemoveMenu({ capability, params, title, back }: RemoveMenuProps) {
  const t = useT();
  const [, go] = useLocation();
  const fill = useComposer((composer) => composer.fill);
  const told = useUndoToast();
  const [removing, remove] = useState(false);
  return (
    <>
      <MenuButton
        items={[
          { id: "ask", label: t("school.work.ask"), icon: MessageCircle, onSelect: () => fill(`${t("school.work.ask.about", { title })} `) },
          { id: "remove", label: t("school.work.remove"), icon: Trash2, danger: true, separated: true, onSelect: () => remove(true) },
        ]}
      />
      {removing && (
        <HandDialog
          open
          capability={capability}
          params={params}
          title={t("school.work.remove.title", { title })}
          onClose={(outcome) => {
            remove(false);
            if (outcome === undefined) return;
            if (outcome.change !== undefined) told(t("school.work.removed", { title }), outcome.change);
            go(back);
          }}
        />
      )}
    </>
  );
}
