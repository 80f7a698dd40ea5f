import { useState } from "react";

import { type Artifact, isProblem, useRegenerate } from "@/api";
import { useT } from "@/i18n";
import { tellTrouble } from "@/stage";
import { announce } from "@/state";
import { toast } from "@/ui";
import type { Came } from "../AskedFirst";

export interface Regeneration {
  readonly working: boolean;
  /** The approval it waits for. */
  readonly approval: string | null;
  readonly start: () => void;
  readonly end: (came: Came) => void;
  readonly dismiss: () => void;
}

/** Making an artifact once more; what comes out is opened. */
export function useRegeneration(artifact: Artifact, open: (id: string) => void): Regeneration {
  const t = useT();
  const again = useRegenerate();
  const [approval, setApproval] = useState<string | null>(null);
  const made = (ids: readonly string[], here: boolean) => {
    const last = ids.at(-1);
    if (last === undefined) return;
    setApproval(null);
    toast.success(t("viewer.again.done"));
    if (here) open(last);
  };
  return {
    working: again.isPending,
    approval,
    start: () => {
      setApproval(null);
      announce(t("viewer.again.working"));
      again.mutate(artifact.id, {
        onSuccess: ({ result }, here) => {
          if (result.ok) made(result.artifacts, here);
          else if (result.error) toast.error(result.error.message, { description: result.error.hint });
        },
        onError: (error) => {
          if (isProblem(error, "approval_required") && error.subject !== null) setApproval(error.subject);
          else tellTrouble(error, t);
        },
      });
    },
    end: ({ run, made: ids }) => {
      if (ids.length > 0) made(ids, true);
      else if (run.error) toast.error(run.error.message, { description: run.error.hint });
    },
    dismiss: () => setApproval(null),
  };
}
