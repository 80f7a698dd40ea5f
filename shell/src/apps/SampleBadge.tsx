import { X } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";

import { isProblem, useByHand } from "@/api";
import { HandDialog } from "@/decisions";
import { useT } from "@/i18n";
import { tellTrouble, useUndoToast } from "@/stage";
import { Badge, Button, Tooltip } from "@/ui";

interface SampleBadgeProps {
  /** The capability that removes it, and with what. */
  readonly capability: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly words: { readonly name: string; readonly about: string; readonly remove: string; readonly removed: string };
  /** Where one goes when it is gone. */
  readonly home: string;
}

/** Says that what is shown is made up, and removes it in one click. */
export function SampleBadge({ capability, params, words, home }: SampleBadgeProps) {
  const t = useT();
  const [, go] = useLocation();
  const told = useUndoToast();
  const { mutate, isPending } = useByHand();
  const [asking, ask] = useState(false);
  const gone = (change: string | undefined) => {
    if (change !== undefined) told(words.removed, change);
    go(home);
  };
  const remove = () =>
    mutate(
      { name: capability, params },
      {
        onSuccess: ({ result }) => gone(result.changes[0]),
        // A person who has rules of their own about it sees it first.
        onError: (error) => (isProblem(error, "approval_required") ? ask(true) : tellTrouble(error, t)),
      },
    );
  return (
    <span className="inline-flex items-center gap-1">
      <Tooltip label={words.about}>
        <span tabIndex={0} className="rounded-sm">
          <Badge tone="accent">{words.name}</Badge>
        </span>
      </Tooltip>
      <Button tone="quiet" size="sm" icon={X} busy={isPending} onClick={remove}>
        {words.remove}
      </Button>
      <HandDialog
        open={asking}
        capability={capability}
        params={params}
        title={words.remove}
        onClose={(outcome) => {
          ask(false);
          if (outcome) gone(outcome.change);
        }}
      />
    </span>
  );
}
