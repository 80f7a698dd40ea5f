import { Plus } from "lucide-react";
import { useState } from "react";

import { useT } from "@/i18n";
import { Section } from "@/stage";
import { Button, Card, Segmented } from "@/ui";
import { sentenceOfInterrupt, type Whats, whatOf } from "../rules";
import { useToolName } from "../useToolName";
import type { PartProps } from "./part";
import { RuleList } from "./RuleList";
import { WhatField } from "./WhatField";

/** Before which calls the agent waits, and after which it shows what came of them. */
export function InterruptsPart({ draft, set }: PartProps) {
  const t = useT();
  const named = useToolName();
  const [moment, setMoment] = useState<"before" | "after">("after");
  const [{ what, tool }, setWhat] = useState<{ readonly what: Whats; readonly tool: string }>({ what: "write", tool: "" });
  const interrupts = draft.interrupts;
  const wanted = whatOf(what, tool);
  return (
    <Section title={t("agents.part.interrupts")} about={t("agents.part.interrupts.about")}>
      <Card className="flex flex-col gap-4 p-4">
        <RuleList
          label={t("agents.part.interrupts")}
          items={interrupts.map((each) => ({ sentence: sentenceOfInterrupt(each, t, named), checked: true }))}
          none={t("agents.interrupts.none")}
          onRemove={(place) => set("interrupts", interrupts.filter((_, index) => index !== place))}
        />
        <div role="group" aria-label={t("agents.interrupts.add")} className="flex flex-wrap items-center gap-2 border-t border-line pt-4">
          <Segmented
            label={t("agents.interrupt.moment")}
            value={moment}
            onChange={setMoment}
            options={(["before", "after"] as const).map((value) => ({ value, label: t(`agents.interrupt.moment.${value}`) }))}
          />
          <WhatField what={what} tool={tool} onChange={(next, name) => setWhat({ what: next, tool: name })} />
          <Button
            icon={Plus}
            disabled={wanted === null}
            onClick={() => wanted !== null && set("interrupts", [...interrupts, { moment, what: wanted, message: "" }])}
          >
            {t("agents.interrupts.add")}
          </Button>
        </div>
      </Card>
    </Section>
  );
}
