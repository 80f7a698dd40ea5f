import { CheckCheck, FileClock } from "lucide-react";

import { type Change, useAdoptAll } from "@/api";
import { useI18n } from "@/i18n";
import { announce } from "@/state";
import { Button, toast, useUnseen } from "@/ui";
import { HELD } from "../useDecision";
import { pathIn } from "./choice";

interface AdoptAllProps {
  readonly changes: readonly Change[];
  /** Leads to what was not seen to its end; false when all of it was. */
  readonly held: () => boolean;
}

/** Everything that waits here at once. What cannot be adopted as it was shown stays, and is named. */
export function AdoptAll({ changes, held }: AdoptAllProps) {
  const { t, format } = useI18n();
  const { mutate, isPending, data } = useAdoptAll();
  const unseen = useUnseen();
  const left = changes.filter(({ id }) => data?.refused.some((one) => one.id === id));
  if (changes.length < 2 && left.length === 0) return null;
  const adopt = () =>
    held() ||
    mutate(
      changes.map(({ id }) => id),
      {
        onSuccess: ({ adopted }) => {
          if (adopted.length === 0) return;
          const words = t("decisions.proposal.adopted.all", { count: adopted.length });
          toast.success(words);
          announce(words);
        },
      },
    );
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <p role={left.length > 0 ? "alert" : undefined} className="flex min-w-0 flex-1 items-start gap-2 text-sm text-muted">
        {left.length > 0 && <FileClock aria-hidden className="mt-0.5 size-4 shrink-0 text-warn-text" />}
        <span className="min-w-0 break-words">
          {left.length > 0 ? t("decisions.proposal.left", { paths: format.all(left.map(pathIn)) }) : t("decisions.proposal.count", { count: changes.length })}
        </span>
      </p>
      {changes.length > 1 && (
        <Button icon={CheckCheck} busy={isPending} onClick={adopt} {...(unseen ? { ...HELD, title: t("decisions.unseen") } : undefined)}>
          {t("decisions.proposal.adopt.all", { count: changes.length })}
        </Button>
      )}
    </div>
  );
}
