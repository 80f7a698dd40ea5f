import { Check, Plus } from "lucide-react";
import { type KeyboardEvent, useState } from "react";

import { useSchoolSkills } from "@/api";
import { useT } from "@/i18n";
import { useSettled } from "@/stage";
import { Button, Chip, classes, Popover, SearchField } from "@/ui";

interface SkillPickerProps {
  readonly label: string;
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
  /** `EF7`: skills of this year come first. */
  readonly year?: string;
  readonly className?: string;
}

/** Skills of the BNCC by their codes: found by a few words or the code, taken and left one by one. */
export function SkillPicker({ label, value, onChange, year, className }: SkillPickerProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <div role="group" aria-label={label} className={classes("flex flex-wrap items-center gap-1", className)}>
      {value.map((code) => (
        <Chip key={code} label={code} className="bg-hover" onRemove={() => onChange(value.filter((each) => each !== code))} />
      ))}
      <Popover
        open={open}
        onOpenChange={setOpen}
        label={t("school.skill.search")}
        className="w-[min(440px,calc(100vw-24px))] p-2"
        trigger={
          <Button size="sm" tone="quiet" icon={Plus}>
            {t("school.skill.add")}
          </Button>
        }
      >
        <Found value={value} year={year} onToggle={(code) => onChange(value.includes(code) ? value.filter((each) => each !== code) : [...value, code])} />
      </Popover>
    </div>
  );
}

interface FoundProps {
  readonly value: readonly string[];
  readonly year: string | undefined;
  readonly onToggle: (code: string) => void;
}

function Found({ value, year, onToggle }: FoundProps) {
  const t = useT();
  const [words, setWords] = useState("");
  const [at, setAt] = useState(0);
  const asked = useSettled(words.trim(), 150);
  const { data } = useSchoolSkills(asked, year || undefined);
  const skills = asked === "" ? [] : (data?.habilidades ?? []);
  const press = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const chosen = skills[at];
    if (event.key === "Enter" && chosen) onToggle(chosen.codigo);
    else if (step !== 0 && skills.length > 0) setAt((at + step + skills.length) % skills.length);
    else return;
    event.preventDefault();
  };
  return (
    <div onKeyDown={press} className="flex flex-col gap-1.5">
      <SearchField
        label={t("school.skill.search")}
        value={words}
        onChange={(next) => {
          setWords(next);
          setAt(0);
        }}
        className="w-full"
      />
      {skills.length === 0 ? (
        <p className="px-2 py-3 text-center text-xs text-muted">{asked !== "" && data ? t("school.skill.none") : t("school.skill.hint")}</p>
      ) : (
        <ul aria-label={t("school.skill.found")} className="max-h-80 overflow-y-auto">
          {skills.map(({ codigo, texto, componente }, index) => (
            <li key={codigo}>
              <button
                type="button"
                aria-pressed={value.includes(codigo)}
                onPointerMove={() => setAt(index)}
                onFocus={() => setAt(index)}
                onClick={() => onToggle(codigo)}
                className={classes("flex w-full items-start gap-2 rounded-sm px-2 py-1.5 text-left", index === at && "bg-hover")}
              >
                <span className="mt-0.5 flex size-3.5 shrink-0">{value.includes(codigo) && <Check aria-hidden className="size-3.5" />}</span>
                <span className="min-w-0 flex-1">
                  <span className="text-xs font-medium text-fg">{codigo}</span> <span className="text-2xs text-muted">{componente}</span>
                  <span className="line-clamp-2 text-xs text-muted">{texto}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
