import { Info } from "lucide-react";
import { type FormEvent, useId, useState } from "react";

import { isProblem, type Params, useByHand, useHandPreview } from "@/api";
import { useT } from "@/i18n";
import { Trouble } from "@/stage";
import { announce } from "@/state";
import { Button, Dialog, EndMark, showUnseen, Skeleton, UnseenContext, useUnseenParts } from "@/ui";
import { ConfirmWords } from "./ConfirmWords";
import { areTheWords } from "./confirming";
import { Preview } from "./Preview";
import { UnseenNote, unseenNoteOf } from "./UnseenNote";
import { HELD } from "./useDecision";

/** What came of it. */
export interface HandOutcome {
  readonly run: string;
  readonly data: unknown;
  /** The first thing it changed: undoing it undoes all of it where it belongs together. */
  readonly change: string | undefined;
}

export interface HandDialogProps {
  readonly open: boolean;
  readonly capability: string;
  readonly params: Params;
  /** Where it is done; none: in the first project. */
  readonly project?: string;
  readonly title: string;
  /** Called with what came of it, or with nothing when the person let it be. */
  readonly onClose: (outcome?: HandOutcome) => void;
}

/** The dialog itself; use `HandDialog`, which loads it when wanted. Shows what an action by hand would do, asks for typed words where much goes, and does exactly what was shown. */
export function HandSheet({ open, capability, params, project, title, onClose }: HandDialogProps) {
  const t = useT();
  const form = useId();
  const unseen = useUnseenParts();
  const [typed, type] = useState("");
  const [changed, setChanged] = useState(false);
  const shown = useHandPreview({ name: capability, params, project }, open);
  const { mutate, isPending, error, reset } = useByHand();
  const preview = shown.data?.preview ?? null;
  const expects = preview?.type === "records" ? (preview.confirm ?? null) : null;
  const removes = preview?.type === "records" && preview.records.some(({ op }) => op === "delete");
  const ready = shown.data !== undefined && !shown.isFetching && (expects === null || areTheWords(typed, expects));
  const stale = isProblem(error, "approval_stale");

  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation(); // a form that opened this dialog is not sent along with it
    if (!ready || isPending || shown.data === undefined || showUnseen(event.currentTarget as Element)) return;
    mutate(
      { name: capability, params, project, seen: shown.data.content_hash, confirm: expects === null ? undefined : typed },
      {
        onSuccess: ({ run, result }) => {
          announce(title);
          onClose({ run, data: result.data, change: result.changes[0] });
        },
        onError: (problem) => {
          if (!isProblem(problem, "approval_stale")) return;
          setChanged(true);
          reset();
          void shown.refetch();
        },
      },
    );
  };
  return (
    <Dialog
      open={open}
      onClose={() => onClose()}
      title={title}
      footer={
        <>
          <Button onClick={() => onClose()}>{t("words.cancel")}</Button>
          <Button
            type="submit"
            form={form}
            tone={removes ? "danger" : "primary"}
            busy={isPending}
            disabled={!ready}
            {...(unseen.count > 0 ? { ...HELD, "aria-describedby": unseenNoteOf(form) } : undefined)}
          >
            {t(removes ? "records.hand.remove" : "records.hand.apply")}
          </Button>
        </>
      }
    >
      <UnseenContext value={unseen}>
        <form id={form} onSubmit={submit} className="flex flex-col gap-3">
          {changed && !stale && (
            <p role="status" className="flex items-start gap-2 text-xs text-muted">
              <Info aria-hidden className="mt-0.5 size-3.5 shrink-0" />
              {t("records.hand.changed")}
            </p>
          )}
          {error && !stale && <Trouble error={error} />}
          {shown.error ? (
            <Trouble error={shown.error} onRetry={() => void shown.refetch()} />
          ) : shown.data === undefined ? (
            <Skeleton className="h-28 w-full rounded-md" />
          ) : (
            preview && (
              <>
                <Preview preview={preview} />
                <EndMark />
              </>
            )
          )}
          {expects !== null && <ConfirmWords expects={expects} value={typed} onChange={type} />}
          <UnseenNote id={form} card={() => document.getElementById(form)} />
        </form>
      </UnseenContext>
    </Dialog>
  );
}
