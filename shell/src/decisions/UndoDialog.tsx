import { TriangleAlert } from "lucide-react";
import { useId, useRef } from "react";

import { isProblem, type Subject, type UndoItem, useUndo, useUndoPreview } from "@/api";
import { useT } from "@/i18n";
import { announce } from "@/state";
import { Badge, Button, classes, Dialog, Diff, EndMark, ForeignText, showUnseen, Skeleton, toast, UnseenContext, useUnseenParts } from "@/ui";
import { AppFields } from "./AppFields";
import { appOf, countsIn, fieldsInDiff } from "./apps";
import { DocumentDiff } from "./DocumentDiff";
import { UnseenNote, unseenNoteOf } from "./UnseenNote";
import { HELD } from "./useDecision";

interface UndoDialogProps {
  readonly subject: Subject;
  /** Whether what is taken back is itself an undo. */
  readonly redo?: boolean;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Shows what an undo would do, conflicts included, and does it when confirmed. */
export function UndoDialog({ subject, redo = false, open, onClose }: UndoDialogProps) {
  const t = useT();
  const preview = useUndoPreview(subject, open);
  const undo = useUndo();
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const unseen = useUnseenParts();
  const confirm = () =>
    undo.mutate(subject, {
      onSuccess: () => {
        const done = t(redo ? "undo.redo.done" : "undo.done");
        toast.success(done);
        announce(done);
        onClose();
      },
      onError: (error) => {
        toast.error(error.message || t("error.network"), { description: isProblem(error) ? error.hint : null });
        void preview.refetch();
      },
    });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(redo ? "undo.redo.title" : "undo.title")}
      about={t(preview.data && !preview.data.possible ? "undo.impossible" : redo ? "undo.redo.about" : "undo.about")}
      footer={
        <>
          <Button onClick={onClose}>{t("words.cancel")}</Button>
          <Button
            tone="primary"
            busy={undo.isPending}
            disabled={!preview.data?.possible}
            onClick={() => showUnseen(list.current) || confirm()}
            {...(unseen.count > 0 ? { ...HELD, "aria-describedby": unseenNoteOf(id) } : undefined)}
          >
            {t(redo ? "undo.redo" : "undo.confirm")}
          </Button>
        </>
      }
    >
      {preview.isPending && <Skeleton className="h-24 w-full" />}
      {preview.error && (
        <p role="alert" className="text-sm text-bad-text">
          {preview.error.message || t("error.network")}
        </p>
      )}
      <UnseenContext value={unseen}>
        <ul ref={list} className="flex flex-col gap-3">
          {preview.data?.items.map((item) => (
            <li key={item.change}>
              <UndoItemView item={item} />
            </li>
          ))}
          {preview.data && <li><EndMark /></li>}
        </ul>
        <UnseenNote id={id} card={() => list.current} />
      </UnseenContext>
    </Dialog>
  );
}

function UndoItemView({ item }: { readonly item: UndoItem }) {
  const t = useT();
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-center gap-2 text-sm">
        <span className="min-w-0 flex-1 font-medium wrap-anywhere" title={item.entity}>
          <ForeignText>{item.title}</ForeignText>
        </span>
        <Badge tone={item.conflict ? "warn" : "neutral"}>{t(item.conflict ? "undo.conflict" : `undo.${item.action}`)}</Badge>
      </div>
      {item.conflict && (
        <p className="flex gap-1.5 text-xs text-warn-text">
          <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          <ForeignText>{item.conflict}</ForeignText>
        </p>
      )}
      {item.diff && <Altered item={item} diff={item.diff} />}
    </div>
  );
}

/** What it would alter: lines of a file, fields of an app's record, or a document in words. */
function Altered({ item, diff }: { readonly item: UndoItem; readonly diff: string }) {
  if (item.entity.startsWith("file:")) return <Diff path={pathOf(item.entity)} diff={diff} />;
  if (appOf(item) === undefined) return <DocumentDiff name={item.title} diff={diff} />;
  // A record that goes is named; what was in it says nothing more.
  const fields = fieldsInDiff(diff);
  const counted = countsIn(fields) !== undefined;
  if (fields.length === 0 || (item.action === "remove" && !counted)) return null;
  return (
    <div className={classes("overflow-hidden rounded-md border border-line bg-panel", !counted && "px-3 py-2")}>
      <AppFields fields={fields} fresh={fields.every(({ before }) => before === null)} />
    </div>
  );
}

/** A file's path inside its project. */
function pathOf(entity: string): string {
  return entity.replace(/^file:[^/]*\//, "");
}
