import { useState } from "react";

import { graphOf, OUTPUT, placeOf, stepOf, titleOf } from "@/flow";
import { useT } from "@/i18n";
import { announce } from "@/state";
import { Button, Dialog, EmptyState, SearchField, Segmented } from "@/ui";
import { Unplug } from "lucide-react";
import { BRANCHES, isFork, nextBranch } from "../branches";
import { useConnections } from "../useConnections";
import { useEditor } from "../useEditor";

interface ConnectDialogProps {
  readonly from: string;
  readonly onClose: () => void;
}

/** Connecting without a mouse: the steps that can wait for this one, to choose from; those that cannot say why. */
export function ConnectDialog({ from, onClose }: ConnectDialogProps) {
  const t = useT();
  const draft = useEditor((editor) => editor.draft);
  const inside = useEditor((editor) => editor.inside);
  const { connect, reasonOf } = useConnections();
  const [typed, type] = useState("");
  const [chosen, choose] = useState(() => nextBranch(draft, from));
  const branch = isFork(stepOf(draft, from)) ? chosen : null;
  const wanted = typed.trim().toLowerCase();
  const targets = (graphOf(draft, inside)?.nodes ?? [])
    .map((step) => ({ place: placeOf(inside, step.id), title: titleOf(step) }))
    .filter(({ place, title }) => place !== from && !place.endsWith(OUTPUT) && `${title} ${place}`.toLowerCase().includes(wanted))
    .map((target) => ({ ...target, reason: reasonOf(from, target.place, branch) }));
  return (
    <Dialog open onClose={onClose} width="sm" title={t("canvas.connect")} about={t("canvas.connect.about")}>
      <div className="flex flex-col gap-3">
        {branch !== null && (
          <Segmented label={t("canvas.branch")} value={branch} options={BRANCHES.map((value) => ({ value, label: t(`canvas.branch.if.${value}`) }))} onChange={choose} className="self-start" />
        )}
        <SearchField label={t("canvas.connect.search")} value={typed} onChange={type} className="w-full" />
        {targets.length === 0 && <EmptyState icon={Unplug} title={t("canvas.connect.none")} />}
        <ul aria-label={t("canvas.connect")} className="flex max-h-80 flex-col gap-1 overflow-y-auto">
          {targets.map(({ place, title, reason }) => (
            <li key={place}>
              <Button
                tone="quiet"
                aria-disabled={reason !== null || undefined}
                className="h-auto w-full justify-start py-1.5 text-left whitespace-normal"
                onClick={() => {
                  if (!connect(from, place, branch)) return;
                  announce(t("canvas.connected", { to: title }));
                  onClose();
                }}
              >
                <span className="flex flex-col">
                  <span className="text-fg">{title}</span>
                  {reason !== null && <span className="text-xs font-normal text-muted">{reason}</span>}
                </span>
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
