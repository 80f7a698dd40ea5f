import type { ReactNode } from "react";

import type { TeamDraft } from "@/api";
import { useT } from "@/i18n";
import { Page, Section, Trouble } from "@/stage";
import { Button, Field, Input, Select, Textarea } from "@/ui";
import { LimitsPart } from "./LimitsPart";
import { MembersPart } from "./MembersPart";
import { RulesPart } from "./RulesPart";
import { BackToTeams } from "./TeamPage";

export interface PartProps {
  readonly draft: TeamDraft;
  readonly onChange: (draft: TeamDraft) => void;
}

interface TeamFormProps extends PartProps {
  readonly title: string;
  readonly saveWord: string;
  readonly error: Error | null;
  readonly notice?: ReactNode;
  readonly saving: boolean;
  readonly onSave: () => void;
  readonly onCancel: () => void;
}

const ROUTERS = ["skill", "round_robin", "model", "success"] as const;

/** Everything about one team, saved by one button. */
export function TeamForm({ title, saveWord, draft, onChange, error, notice, saving, onSave, onCancel }: TeamFormProps) {
  const t = useT();
  const router = draft.router ?? "skill";
  return (
    <Page title={title} above={<BackToTeams />}>
      <form
        aria-label={title}
        className="flex flex-col gap-8"
        onSubmit={(event) => {
          event.preventDefault();
          onSave();
        }}
      >
        <Field label={t("teams.name")}>
          {(ids) => <Input {...ids} required maxLength={80} value={draft.name} onChange={(event) => onChange({ ...draft, name: event.target.value })} />}
        </Field>
        <MembersPart draft={draft} onChange={onChange} />
        <Section title={t("teams.part.router")}>
          <Select
            label={t("teams.part.router")}
            value={router}
            options={ROUTERS.map((value) => ({ value, label: t(`teams.router.${value}`), detail: t(`teams.router.${value}.about`) }))}
            onChange={(value) => onChange({ ...draft, router: value })}
          />
          {router === "model" && (
            <Select
              label={t("teams.part.unsure")}
              value={draft.unsure ?? "skill"}
              options={(["skill", "ask"] as const).map((value) => ({ value, label: `${t("teams.part.unsure")}: ${t(`teams.unsure.${value}`)}` }))}
              onChange={(unsure) => onChange({ ...draft, unsure })}
            />
          )}
        </Section>
        <RulesPart draft={draft} onChange={onChange} />
        <Field label={t("teams.brief.label")} hint={t("teams.brief.hint")}>
          {(ids) => <Textarea {...ids} rows={4} maxLength={10_000} value={draft.brief ?? ""} onChange={(event) => onChange({ ...draft, brief: event.target.value })} />}
        </Field>
        <LimitsPart draft={draft} onChange={onChange} />
        {notice}
        {error && <Trouble error={error} />}
        <div className="flex gap-2">
          <Button type="submit" tone="primary" disabled={saving || draft.name.trim() === "" || draft.agents.length === 0}>
            {saveWord}
          </Button>
          <Button onClick={onCancel}>{t("teams.cancel")}</Button>
        </div>
      </form>
    </Page>
  );
}
