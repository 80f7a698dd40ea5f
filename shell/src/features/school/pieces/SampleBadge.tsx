import { X } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";

import { isProblem, useByHand } from "@/api";
import { HandDialog } from "@/decisions";
import { useT } from "@/i18n";
import { tellTrouble, useUndoToast } from "@/stage";
import { Badge, Button, Tooltip } from "@/ui";

/** Says that a school is made up, and removes it in one click. */
export function SampleBadge() {
  const t = useT();
  const [, go] = useLocation();
  const told = useUndoToast();
  const { mutate, isPending } = useByHand();
  const [asking, ask] = useState(false);
  const gone = (change: string | undefined) => {
    if (change !== undefined) told(t("school.sample.removed"), change);
    go("/school");
  };
  const remove = () =>
    mutate(
      { name: "school.remover_amostra", params: {} },
      {
        onSuccess: ({ result }) => gone(result.changes[0]),
        // A person who has rules of their own about it sees it first.
        onError: (error) => (isProblem(error, "approval_required") ? ask(true) : tellTrouble(error, t)),
      },
    );
  return (
    <span className="inline-flex items-center gap-1">
      <Tooltip label={t("school.sample.about")}>
        <span tabIndex={0} className="rounded-sm">
          <Badge tone="accent">{t("school.sample")}</Badge>
        </span>
      </Tooltip>
      <Button tone="quiet" size="sm" icon={X} busy={isPending} onClick={remove}>
        {t("school.sample.remove")}
      </Button>
      <HandDialog
        open={asking}
        capability="school.remover_amostra"
        params={{}}
        title={t("school.sample.remove")}
        onClose={(outcome) => {
          ask(false);
          if (outcome) gone(outcome.change);
        }}
      />
    </span>
  );
}
