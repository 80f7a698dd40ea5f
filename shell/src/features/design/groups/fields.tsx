import { useState } from "react";

import { useT } from "@/i18n";
import { Chip, Field, Input, NumberField, SearchField, TagInput, Textarea } from "@/ui";
import { Line } from "../Line";
import type { Group } from "../specimen";

function Fields() {
  const t = useT();
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field label={t("words.rename")} hint={t("ui.tags.hint")}>
        {(ids) => <Input {...ids} defaultValue="Atlas" />}
      </Field>
      <Field label={t("words.rename")} error={t("error.title")}>
        {(ids) => <Input {...ids} aria-invalid defaultValue="At/las" />}
      </Field>
    </div>
  );
}

function Inputs() {
  const t = useT();
  return (
    <div className="grid gap-2 sm:grid-cols-2">
      <Input aria-label={t("words.rename")} placeholder="notes.md" />
      <Input aria-label={t("words.rename")} readOnly value="/home/ana/atlas" />
      <Input aria-label={t("words.rename")} disabled defaultValue="Atlas" />
      <Input aria-label={t("words.rename")} aria-invalid defaultValue="At/las" />
    </div>
  );
}

function Texts() {
  const t = useT();
  return <Textarea aria-label={t("words.rename")} defaultValue={t("design.about")} />;
}

function Searches() {
  const t = useT();
  const [query, setQuery] = useState("atlas");
  return (
    <Line>
      <SearchField value={query} onChange={setQuery} label={t("design.search")} className="w-48" />
      <SearchField value="" onChange={() => undefined} label={t("design.search")} keys="/" className="w-48" />
    </Line>
  );
}

function Numbers() {
  const t = useT();
  const [value, setValue] = useState<number | null>(12);
  return (
    <Line>
      <NumberField label={t("words.steps", { count: 2 })} value={value} onChange={setValue} min={0} max={100} className="w-28" />
      <NumberField label={t("words.steps", { count: 2 })} value={0.5} onChange={() => undefined} step={0.1} min={0} unit="GB" className="w-32" />
      <NumberField label={t("words.steps", { count: 2 })} value={3} onChange={() => undefined} disabled className="w-28" />
    </Line>
  );
}

function Tags() {
  const t = useT();
  const [tags, setTags] = useState<readonly string[]>(["core.read_file", "core.remember"]);
  return <TagInput label={t("design.fields")} value={tags} onChange={setTags} />;
}

function Chips() {
  return (
    <Line>
      <Chip label="report.pdf" detail="3,4 MB" />
      <Chip label="notes.md" onRemove={() => undefined} />
      <Chip label="a-name-that-is-much-too-long-to-fit-into-its-place-completely.md" onRemove={() => undefined} href="/design" />
    </Line>
  );
}

export const FIELDS: Group = {
  id: "fields",
  titleKey: "design.fields",
  specimens: [
    { names: ["Field"], Show: Fields },
    { names: ["Input"], Show: Inputs },
    { names: ["Textarea"], Show: Texts },
    { names: ["SearchField"], Show: Searches },
    { names: ["NumberField"], Show: Numbers },
    { names: ["TagInput"], Show: Tags },
    { names: ["Chip"], Show: Chips },
  ],
};
