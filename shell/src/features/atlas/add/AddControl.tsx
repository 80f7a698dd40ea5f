import { Check } from "lucide-react";

import { useAtlasDashboard } from "@/api";
import { useT } from "@/i18n";
import { Input, Select, Textarea } from "@/ui";
import { inkOf } from "../pieces/colour";
import { type Asked, COLOURS } from "./kinds";

interface AddControlProps {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly asked: Asked;
  readonly company: string;
  readonly first: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The control that fits what is asked for. */
export function AddControl({ asked, company, first, value, onChange, ...ids }: AddControlProps) {
  const t = useT();
  switch (asked.input) {
    case "long":
      return <Textarea {...ids} value={value} onChange={(event) => onChange(event.target.value)} className="max-h-40 w-full" />;
    case "color":
      return <Swatches id={ids.id} label={t(asked.label)} value={value} onChange={onChange} />;
    case "pillar":
      return <PillarChoice {...ids} company={company} value={value} onChange={onChange} />;
    case "choice":
      return <Select {...ids} value={value} onChange={onChange} options={(asked.choices ?? []).map(([each, label]) => ({ value: each, label: t(label) }))} className="w-full" />;
    default:
      return (
        <Input
          {...ids}
          autoFocus={first}
          required={asked.required}
          autoComplete="off"
          type={asked.input === "day" ? "date" : asked.input === "time" ? "time" : "text"}
          inputMode={asked.input === "amount" ? "decimal" : undefined}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="w-full"
        />
      );
  }
}

function PillarChoice({ company, ...rest }: { readonly id: string; readonly company: string; readonly value: string; readonly onChange: (value: string) => void }) {
  const { data } = useAtlasDashboard(company);
  return <Select {...rest} options={(data?.pillars ?? []).map(({ id, title }) => ({ value: id, label: title }))} className="w-full" />;
}

function Swatches({ id, label, value, onChange }: { readonly id: string; readonly label: string; readonly value: string; readonly onChange: (value: string) => void }) {
  const chosen = value || COLOURS[0];
  return (
    <div role="radiogroup" id={id} aria-label={label} className="flex gap-2">
      {COLOURS.map((colour) => (
        <label key={colour} className="relative inline-flex size-6 items-center justify-center rounded-full has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent" style={{ background: inkOf(colour) }}>
          <input type="radio" name={id} aria-label={colour} checked={colour === chosen} onChange={() => onChange(colour)} className="absolute inset-0 appearance-none rounded-full outline-none" />
          {colour === chosen && <Check aria-hidden className="size-3.5 text-on-accent" />}
        </label>
      ))}
    </div>
  );
}
