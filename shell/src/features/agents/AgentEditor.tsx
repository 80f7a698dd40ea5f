import { type ReactNode, useLayoutEffect, useRef } from "react";
import { useLocation } from "wouter";

import { isChord } from "@/actions/keys";
import { useT } from "@/i18n";
import { LeaveDialog, Page, Trouble, useLeaveGuard } from "@/stage";
import { BackToAgents } from "./AgentPage";
import { Clash } from "./Clash";
import { BudgetPart } from "./parts/BudgetPart";
import { FlowPart } from "./parts/FlowPart";
import { GuidelinesPart } from "./parts/GuidelinesPart";
import { InterruptsPart } from "./parts/InterruptsPart";
import { ModelPart } from "./parts/ModelPart";
import { PolicyPart } from "./parts/PolicyPart";
import { TextPart } from "./parts/TextPart";
import { ToolsPart } from "./parts/ToolsPart";
import { WhoPart } from "./parts/WhoPart";
import { SaveBar } from "./SaveBar";
import { SummaryCard } from "./SummaryCard";
import type { Editor } from "./useEditor";

interface AgentEditorProps {
  /** Whom it is about; none for one that is being made. */
  readonly agent?: string;
  readonly editor: Editor;
  readonly title: string;
  readonly saveWord: string;
  readonly aside?: ReactNode;
  /** What stands below the form and is no part of the edit. */
  readonly below?: ReactNode;
}

/** Everything about one agent, part by part; saved by one button, ⌘S or Ctrl+S. */
export function AgentEditor({ agent, editor, title, saveWord, aside, below }: AgentEditorProps) {
  const t = useT();
  const [, go] = useLocation();
  const { draft, set } = editor;
  const guard = useLeaveGuard(editor.atRisk);
  useSaveKey(editor);
  return (
    <Page title={title} above={<BackToAgents />} aside={aside}>
      <form
        aria-label={title}
        className="flex flex-col gap-8"
        onSubmit={(event) => {
          event.preventDefault();
          editor.save();
        }}
      >
        {editor.restored && editor.dirty && (
          <p role="status" className="-mb-4 text-sm text-muted">
            {t("agents.unsaved.restored")}
          </p>
        )}
        {editor.clashes.length > 0 && <Clash editor={editor} />}
        {editor.error && <Trouble error={editor.error} />}
        <SummaryCard persona={draft} />
        <WhoPart draft={draft} set={set} nameless={editor.nameless} />
        <TextPart draft={draft} set={set} />
        <ModelPart draft={draft} set={set} />
        <FlowPart agent={agent} draft={draft} set={set} />
        <GuidelinesPart draft={draft} set={set} />
        <InterruptsPart draft={draft} set={set} />
        <ToolsPart draft={draft} set={set} />
        <PolicyPart draft={draft} set={set} />
        <BudgetPart draft={draft} set={set} />
        <SaveBar editor={editor} saveWord={saveWord} />
      </form>
      {below}
      <LeaveDialog
        open={guard.wanted !== null}
        onStay={guard.stay}
        onLeave={() => {
          editor.discard();
          guard.stay();
          if (guard.wanted !== null) go(guard.wanted);
        }}
      />
    </Page>
  );
}

/** ⌘S and Ctrl+S save, wherever the focus is. */
function useSaveKey(editor: Editor): void {
  const latest = useRef(editor);
  latest.current = editor;
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isChord("mod+s", event)) return;
      event.preventDefault();
      if (latest.current.dirty) latest.current.save();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
