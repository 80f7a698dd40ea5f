import { Plus } from "lucide-react";
import { useState } from "react";

import type { Expectation } from "@/api";
import { useT } from "@/i18n";
import { Button, Select } from "@/ui";
import { ExpectationFields } from "./ExpectationFields";
import { expectationOf, formOf, type Kind, KINDS, sentenceOf } from "./expectations";
import { useSpeech } from "./useSpeech";

/** Makes one expectation: its kind, what that kind needs, and the sentence it comes to. */
export function ExpectationAdder({ onAdd }: { readonly onAdd: (expectation: Expectation) => void }) {
  const t = useT();
  const speech = useSpeech();
  const [form, setForm] = useState(() => formOf("mentions"));
  const made = expectationOf(form);
  return (
    <div role="group" aria-label={t("evaluations.expect.add")} className="flex flex-col gap-3 rounded-md bg-hover p-3">
      <Select<Kind>
        label={t("evaluations.expect.kind")}
        value={form.kind}
        onChange={(kind) => setForm(formOf(kind))}
        options={KINDS.map((value) => ({ value, label: t(`evaluations.kind.${value}`) }))}
        className="w-full sm:w-64"
      />
      <ExpectationFields form={form} change={(part) => setForm({ ...form, ...part })} />
      <div className="flex flex-wrap items-center gap-3">
        <Button icon={Plus} disabled={made === null} onClick={() => made && onAdd(made)}>
          {t("evaluations.expect.add")}
        </Button>
        {made && <span className="min-w-0 text-sm text-muted">{sentenceOf(made, speech)}</span>}
      </div>
    </div>
  );
}
