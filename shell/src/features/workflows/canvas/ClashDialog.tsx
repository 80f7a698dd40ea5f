import { useState } from "react";

import { type Conflict, type Draft, stepOf, titleOf } from "@/flow";
import { useT } from "@/i18n";
import { Button, Dialog, RadioGroup } from "@/ui";
import { resolve } from "./resolve";
import type { Clash } from "./useCanvasDraft";

interface ClashDialogProps {
  readonly clash: Clash;
  readonly onChoose: (draft: Draft) => void;
}

/** What was changed here and elsewhere at once: both sides of each field, to choose from. Nothing is saved by it. */
export function ClashDialog({ clash: { conflicts, merged, theirs }, onChoose }: ClashDialogProps) {
  const t = useT();
  const [taken, take] = useState<ReadonlySet<number>>(new Set());
  const choose = (index: number, side: string) => {
    const next = new Set(taken);
    if (side === "theirs") next.add(index);
    else next.delete(index);
    take(next);
  };
  const said = (value: unknown) => (value === undefined ? t("canvas.clash.gone") : typeof value === "string" ? value : JSON.stringify(value));
  const named = ({ step, field }: Conflict) => {
    const owner = step === undefined ? t("canvas.clash.whole") : titleOf(stepOf(merged, step) ?? stepOf(theirs, step) ?? { id: step, title: "" });
    return `${owner}: ${field}`;
  };
  return (
    <Dialog
      open
      onClose={() => onChoose(merged)}
      title={t("canvas.clash")}
      about={t("canvas.clash.about")}
      footer={
        <Button tone="primary" onClick={() => onChoose(resolve(merged, theirs, conflicts.filter((_, index) => taken.has(index))))}>
          {t("canvas.clash.take")}
        </Button>
      }
    >
      <div className="flex flex-col gap-5">
        {conflicts.map((conflict, index) => (
          <RadioGroup
            key={index}
            label={named(conflict)}
            value={taken.has(index) ? "theirs" : "mine"}
            onChange={(side) => choose(index, side)}
            options={[
              { value: "mine", label: t("canvas.clash.mine"), detail: said(conflict.mine) },
              { value: "theirs", label: t("canvas.clash.theirs"), detail: said(conflict.theirs) },
            ]}
          />
        ))}
      </div>
    </Dialog>
  );
}
