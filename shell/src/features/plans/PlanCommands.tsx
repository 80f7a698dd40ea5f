import { Download, MessageSquare, Redo2, Send, Undo2 } from "lucide-react";
import { useState } from "react";
import { useLocation, useSearch } from "wouter";

import { EXPORTS, exportPlan, type PlanCommand, type PlanFormat, type PlanVersion, type PlanView, usePlanCommand, usePlanHistory } from "@/api";
import { useT } from "@/i18n";
import { isEditable } from "@/plans/standing";
import { tellTrouble } from "@/stage";
import { useComposer, useLayout } from "@/state";
import { IconButton, MenuButton, type MenuItem } from "@/ui";
import { saveFiles } from "./download";
import { HandOver } from "./HandOver";
import { wasTurned } from "./reasons";

const NONE: readonly PlanVersion[] = [];

/** What one can do with a plan as a whole: walk through its versions, hand it over, talk about it, take it along. */
export function PlanCommands({ view }: { readonly view: PlanView }) {
  const t = useT();
  const { plan } = view;
  const [handing, hand] = useState(false);
  const [, go] = useLocation();
  const isOffered = new URLSearchParams(useSearch()).has("send") && (plan.status === "ready" || plan.status === "approved");
  const close = () => {
    hand(false);
    if (isOffered) go(`/plans/${plan.id}`, { replace: true });
  };
  const { mutate, isPending } = usePlanCommand(plan.id);
  const order = (command: PlanCommand) => mutate(command, { onError: (error) => tellTrouble(error, t) });
  const take = (format: PlanFormat) => void exportPlan(plan.id, format).then(saveFiles, (error: unknown) => tellTrouble(error, t));
  const items: MenuItem[] = [];
  if (plan.status === "ready" || plan.status === "approved") items.push({ id: "hand", label: t("plans.hand"), icon: Send, onSelect: () => hand(true) });
  const talk = plan.session_id;
  if (talk !== null) {
    const open = () => {
      useComposer.getState().open(talk);
      useLayout.getState().showChat(true);
    };
    items.push({ id: "talk", label: t("activity.conversation"), icon: MessageSquare, onSelect: open });
  }
  items.push(
    ...EXPORTS.map((format, index): MenuItem => ({ id: format, label: t(`plans.export.${format}`), icon: Download, separated: index === 0, onSelect: () => take(format) })),
  );
  const editable = isEditable(plan) && view.broken === null;
  const { data: history = NONE } = usePlanHistory(plan.id);
  return (
    <div className="flex items-center gap-1">
      <IconButton icon={Undo2} label={t("plans.undo")} disabled={!editable || isPending || plan.version === 1} onClick={() => order("undo")} />
      <IconButton icon={Redo2} label={t("plans.redo")} disabled={!editable || isPending || !wasTurned(history)} onClick={() => order("redo")} />
      <MenuButton label={t("plans.menu")} items={items} />
      {(handing || isOffered) && <HandOver view={view} onClose={close} />}
    </div>
  );
}
