import { X } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";

import { type AtlasCompanyCard, isProblem, useByHand } from "@/api";
import { HandDialog } from "@/decisions";
import { useT } from "@/i18n";
import { tellTrouble, useUndoToast } from "@/stage";
import { Badge, Button, Tooltip } from "@/ui";
import { partPath } from "../paths";

/** Says that a company is made up, and removes it in one click. */
export function SampleBadge({ company }: { readonly company: Pick<AtlasCompanyCard, "id"> }) {
  const t = useT();
  const [, go] = useLocation();
  const told = useUndoToast();
  const { mutate, isPending } = useByHand();
  const [asking, ask] = useState(false);
  const params = { company: company.id };
  const gone = (change: string | undefined) => {
    if (change !== undefined) told(t("atlas.sample.removed"), change);
    go(partPath("dashboard"));
  };
  const remove = () =>
    mutate(
      { name: "atlas.remove_sample", params },
      {
        onSuccess: ({ result }) => gone(result.changes[0]),
        // A person who has rules of their own about it sees it first.
        onError: (error) => (isProblem(error, "approval_required") ? ask(true) : tellTrouble(error, t)),
      },
    );
  return (
    <span className="inline-flex items-center gap-1">
      <Tooltip label={t("atlas.sample.about")}>
        <span tabIndex={0} className="rounded-sm">
          <Badge tone="accent">{t("atlas.sample")}</Badge>
        </span>
      </Tooltip>
      <Button tone="quiet" size="sm" icon={X} busy={isPending} onClick={remove}>
        {t("atlas.sample.remove")}
      </Button>
      <HandDialog
        open={asking}
        capability="atlas.remove_sample"
        params={params}
        title={t("atlas.sample.remove")}
        onClose={(outcome) => {
          ask(false);
          if (outcome) gone(outcome.change);
        }}
      />
    </span>
  );
}
