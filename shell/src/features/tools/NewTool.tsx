import { useState } from "react";
import { useLocation } from "wouter";

import { type DraftedTool, useCreateTool } from "@/api";
import { useT } from "@/i18n";
import { Page } from "@/stage";
import { Segmented } from "@/ui";
import { BackToTools } from "./BackToTools";
import { EMPTY, formOf } from "./drafts";
import { SentencePart } from "./SentencePart";
import { TemplatePart } from "./TemplatePart";
import { ToolForm } from "./ToolForm";

type Way = "sentence" | "template" | "hand";
const WAYS: readonly Way[] = ["sentence", "template", "hand"];

/** A tool that is not there yet: from a sentence, a template, or by hand; then the editor with its tests. */
export function NewTool() {
  const t = useT();
  const [, go] = useLocation();
  const [way, setWay] = useState<Way>("sentence");
  const [drafted, setDrafted] = useState<DraftedTool>();
  const [form, setForm] = useState(EMPTY);
  const create = useCreateTool();
  const take = (found: DraftedTool) => {
    setDrafted(found);
    setForm(formOf(found.name, found.tool));
  };
  return (
    <Page title={t("tools.new")} about={t("tools.about")} above={<BackToTools />}>
      {drafted === undefined && <Segmented label={t("tools.begin")} value={way} options={WAYS.map((value) => ({ value, label: t(`tools.begin.${value}`) }))} onChange={setWay} />}
      {drafted === undefined && way === "sentence" && <SentencePart onDraft={take} />}
      {drafted === undefined && way === "template" && <TemplatePart onDraft={take} />}
      {(drafted !== undefined || way === "hand") && (
        <ToolForm
          form={form}
          onChange={setForm}
          saveWord={t("tools.keep")}
          saving={create.isPending}
          error={create.error}
          results={drafted?.results}
          onSave={(name, tool) => create.mutate({ name, tool }, { onSuccess: () => go(`/made-tools/${name}`) })}
          onCancel={() => go("/made-tools")}
        />
      )}
    </Page>
  );
}
