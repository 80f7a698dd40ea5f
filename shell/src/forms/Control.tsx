import { useT } from "@/i18n";
import { Input, Select, Switch, Textarea } from "@/ui";
import type { Draft } from "./draft";
import type { Json } from "./schema";
import type { Shape } from "./shape";

interface ControlProps {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly shape: Exclude<Shape, { kind: "list" | "group" }>;
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  readonly invalid: boolean;
  /** Whether it may be left out. */
  readonly optional: boolean;
  readonly example?: string;
}

/** No option has this value: indices are digits. */
const NONE = "none";
const INPUT_TYPES: Readonly<Record<string, string>> = { date: "date", time: "time", email: "email", uri: "url", password: "password" };

/** The control that fits one plain value. */
export function Control(props: ControlProps) {
  const { shape, draft, onChange, invalid, example, optional: _, ...ids } = props;
  const text = typeof draft === "string" ? draft : "";
  const field = { ...ids, "aria-invalid": invalid || undefined, value: text, placeholder: example };
  switch (shape.kind) {
    case "text":
      return shape.multiline ? (
        <Textarea {...field} rows={4} className="max-h-96 min-h-20" onChange={(event) => onChange(event.target.value)} />
      ) : (
        <Input {...field} type={INPUT_TYPES[shape.format ?? ""] ?? "text"} onChange={(event) => onChange(event.target.value)} />
      );
    case "number":
      return (
        <Input
          {...field}
          inputMode={shape.whole ? "numeric" : "decimal"}
          autoComplete="off"
          className="max-w-40 tabular-nums"
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case "json":
      return (
        <Textarea
          {...field}
          rows={4}
          spellCheck={false}
          placeholder={example ?? "{ }"}
          className="max-h-96 min-h-20 font-mono text-xs"
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case "switch":
      return <Answer {...props} />;
    case "choice":
      return <Choice {...props} options={shape.options} labels={shape.labels} />;
  }
}

/** Yes or no; where it may be left out, that is a third answer. */
function Answer({ id, draft, onChange, optional, "aria-describedby": about }: ControlProps) {
  const t = useT();
  if (!optional) {
    return <Switch id={id} aria-describedby={about} checked={draft === true} onChange={onChange} />;
  }
  return (
    <Select
      id={id}
      value={draft === null ? NONE : draft === true ? "yes" : "no"}
      className="max-w-60"
      options={[
        { value: NONE, label: t("forms.unsaid") },
        { value: "yes", label: t("words.yes") },
        { value: "no", label: t("words.no") },
      ]}
      onChange={(value) => onChange(value === NONE ? null : value === "yes")}
    />
  );
}

interface ChoiceProps extends ControlProps {
  readonly options: readonly Json[];
  readonly labels: readonly (string | undefined)[] | undefined;
}

function Choice({ id, draft, onChange, optional, options, labels }: ChoiceProps) {
  const t = useT();
  const empty = optional ? [{ value: NONE, label: t("forms.unsaid") }] : [];
  const chosen = typeof draft === "string" ? draft : "";
  return (
    <Select
      id={id}
      value={chosen === "" && optional ? NONE : chosen}
      placeholder={t("forms.choose")}
      className="max-w-60"
      options={[...empty, ...options.map((option, index) => ({ value: String(index), label: labels?.[index] ?? spoken(option) }))]}
      onChange={(value) => onChange(value === NONE ? "" : value)}
    />
  );
}

const spoken = (option: Json): string => (typeof option === "string" ? option : JSON.stringify(option));
