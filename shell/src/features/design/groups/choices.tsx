import { Grid3x3, List } from "lucide-react";
import { useState } from "react";

import { useT } from "@/i18n";
import { Checkbox, RadioGroup, Segmented, Select, Switch, SwitchField, Tabs } from "@/ui";
import { Line } from "../Line";
import type { Group } from "../specimen";

type Answer = "yes" | "no" | "unknown";

function useAnswers() {
  const t = useT();
  return (["yes", "no", "unknown"] as const).map((value) => ({ value, label: t(`words.${value}`) }));
}

function Segments() {
  const t = useT();
  const answers = useAnswers();
  const [value, setValue] = useState<Answer>("yes");
  const [view, setView] = useState<"grid" | "list">("grid");
  return (
    <>
      <Line>
        <Segmented label={t("design.choices")} value={value} onChange={setValue} options={answers} />
        <Segmented
          label={t("design.lists")}
          value={view}
          onChange={setView}
          options={[
            { value: "grid", label: t("design.tokens"), icon: Grid3x3, bare: true },
            { value: "list", label: t("design.lists"), icon: List, bare: true },
          ]}
        />
        <Segmented label={t("design.choices")} value={value} onChange={setValue} options={answers} disabled />
      </Line>
      <Segmented look="chips" label={t("design.choices")} value={value} onChange={setValue} options={answers.map((each, index) => ({ ...each, count: index * 12 }))} />
    </>
  );
}

function TabSets() {
  const t = useT();
  const answers = useAnswers();
  const [value, setValue] = useState<Answer>("no");
  return (
    <Tabs label={t("design.choices")} value={value} onChange={setValue} tabs={answers.map((each, index) => ({ ...each, count: index }))}>
      <p className="pt-2 text-sm text-muted">{t(`words.${value}`)}</p>
    </Tabs>
  );
}

function Selects() {
  const t = useT();
  const answers = useAnswers();
  const [value, setValue] = useState<Answer>("unknown");
  return (
    <Line>
      <Select label={t("design.choices")} value={value} onChange={setValue} options={answers} className="w-36" />
      <Select label={t("design.choices")} value={value} onChange={setValue} options={answers} className="w-36" disabled />
    </Line>
  );
}

function Switches() {
  const t = useT();
  const [on, setOn] = useState(true);
  return (
    <Line>
      <Switch label={t("words.yes")} checked={on} onChange={setOn} />
      <Switch label={t("words.no")} checked={false} onChange={() => undefined} />
      <Switch label={t("words.no")} checked disabled onChange={() => undefined} />
      <SwitchField label={t("words.yes")} checked={on} onChange={setOn} />
    </Line>
  );
}

function Checkboxes() {
  const t = useT();
  const [on, setOn] = useState(true);
  return (
    <div className="flex flex-col gap-1">
      <Checkbox checked={on} onChange={setOn} detail={t("design.about")}>
        {t("words.yes")}
      </Checkbox>
      <Checkbox checked="some" onChange={() => undefined}>
        {t("words.unknown")}
      </Checkbox>
      <Checkbox checked={false} onChange={() => undefined}>
        {t("words.no")}
      </Checkbox>
      <Checkbox checked disabled onChange={() => undefined}>
        {t("words.yes")}
      </Checkbox>
    </div>
  );
}

function Radios() {
  const t = useT();
  const answers = useAnswers();
  const [value, setValue] = useState<Answer>("yes");
  return (
    <RadioGroup
      label={t("design.choices")}
      value={value}
      onChange={setValue}
      options={answers.map((each, index) => ({ ...each, detail: index === 0 ? t("design.about") : undefined, disabled: index === 2 }))}
    />
  );
}

export const CHOICES: Group = {
  id: "choices",
  titleKey: "design.choices",
  specimens: [
    { names: ["Segmented"], Show: Segments },
    { names: ["Tabs"], Show: TabSets },
    { names: ["Select"], Show: Selects },
    { names: ["Switch", "SwitchField"], Show: Switches },
    { names: ["Checkbox"], Show: Checkboxes },
    { names: ["RadioGroup"], Show: Radios },
  ],
};
