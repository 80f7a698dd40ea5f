import { type KeyboardEvent, useId, useMemo, useRef } from "react";
import { useLocation } from "wouter";

import { isChord } from "@/actions/keys";
import { useWorkflowCheck } from "@/api";
import { GraphCard } from "@/graphs";
import { useT } from "@/i18n";
import { LeaveDialog, Section, Trouble, useLeaveGuard, useSettled } from "@/stage";
import { Button, Card } from "@/ui";
import { Findings } from "./Findings";
import { lineOf } from "./steps";
import { TextArea, type TextAreaHandle } from "./TextArea";
import { TwoTexts } from "./TwoTexts";
import type { DocumentEdit } from "./useDocument";

interface DocumentEditorProps {
  readonly edit: DocumentEdit;
  readonly saveWord: string;
}

/** The text of a workflow, checked while it is written; saved by one button, ⌘S or Ctrl+S. Nothing is run. */
export function DocumentEditor({ edit, saveWord }: DocumentEditorProps) {
  const t = useT();
  const id = useId();
  const [, go] = useLocation();
  const field = useRef<TextAreaHandle>(null);
  const guard = useLeaveGuard(edit.dirty && !edit.saving);
  const settled = useSettled(edit.text, 400);
  const { data: check, error, isFetching, refetch } = useWorkflowCheck(settled);
  const empty = edit.text.trim() === "";
  const wrong = useMemo(() => {
    const lines = (check?.findings ?? []).map(({ line, step }) => line ?? (step ? lineOf(settled, step) : null));
    return new Set(lines.filter((line) => line !== null));
  }, [check, settled]);
  const press = (event: KeyboardEvent) => {
    if (!isChord("mod+s", event.nativeEvent)) return;
    event.preventDefault();
    if (edit.dirty) edit.save();
  };
  return (
    <div className="flex flex-col gap-5" onKeyDown={press}>
      {(edit.restored || edit.file !== undefined) && edit.dirty && (
        <p role="status" className="text-sm text-muted">
          {edit.file === undefined ? t("workflows.restored") : t("workflows.opened", { name: edit.file })}
        </p>
      )}
      {edit.theirs !== null && <TwoTexts mine={edit.text} theirs={edit.theirs} onKeep={edit.keepMine} onTake={edit.discard} />}
      {edit.error && <Trouble error={edit.error} />}
      <Card className="overflow-hidden">
        <TextArea
          ref={field}
          label={t("workflows.text")}
          describedBy={id}
          value={edit.text}
          onChange={edit.write}
          wrong={empty ? new Set() : wrong}
          placeholder={t("workflows.text.example")}
        />
        <div id={id} className="border-t border-line bg-panel">
          {empty ? (
            <p className="px-4 py-2 text-sm text-muted">{t("workflows.text.about")}</p>
          ) : error && check === undefined ? (
            <p className="flex min-h-9 items-center justify-between gap-3 px-4 text-sm text-muted">
              {t("workflows.check.unchecked")}
              <Button size="sm" onClick={() => void refetch()}>
                {t("words.retry")}
              </Button>
            </p>
          ) : (
            <Findings text={settled} check={check} looking={isFetching || settled !== edit.text} onGo={(line) => field.current?.goTo(line)} />
          )}
        </div>
      </Card>
      {!empty && check?.workflow && (
        <Section title={t("graph.picture.title")}>
          <GraphCard graph={check.workflow.graph} />
        </Section>
      )}
      <SaveBar edit={edit} saveWord={saveWord} />
      <LeaveDialog
        open={guard.wanted !== null}
        onStay={guard.stay}
        onLeave={() => {
          edit.discard();
          guard.stay();
          if (guard.wanted !== null) go(guard.wanted);
        }}
      />
    </div>
  );
}

/** Stays in sight while something is not saved. */
function SaveBar({ edit, saveWord }: { readonly edit: DocumentEdit; readonly saveWord: string }) {
  const t = useT();
  if (!edit.dirty) return null;
  return (
    <div className="sticky bottom-3 z-20 flex items-center gap-2 rounded-lg border border-line-strong bg-raised py-2 pr-2 pl-4 shadow-float">
      <p role="status" className="min-w-0 flex-1 truncate text-sm text-muted">
        {t("workflows.unsaved")}
      </p>
      <Button disabled={edit.saving} onClick={edit.discard}>
        {t("workflows.discard")}
      </Button>
      <Button tone="primary" busy={edit.saving} disabled={edit.theirs !== null || edit.text.trim() === ""} onClick={edit.save}>
        {saveWord}
      </Button>
    </div>
  );
}
