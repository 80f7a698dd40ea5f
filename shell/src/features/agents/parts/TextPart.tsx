import { useT } from "@/i18n";
import { Section } from "@/stage";
import { Textarea } from "@/ui";
import { LONGEST } from "../persona";
import type { PartProps } from "./part";

/** Instructions, with how long they are. */
export function TextPart({ draft, set }: PartProps) {
  const t = useT();
  const most = LONGEST.persona_text;
  return (
    <Section
      title={t("agents.part.persona_text")}
      about={t("agents.part.persona_text.about")}
      aside={
        <span className="text-muted tabular-nums max-sm:hidden">
          {t("agents.part.persona_text.length", { count: draft.persona_text.length, most })}
        </span>
      }
    >
      <Textarea
        aria-label={t("agents.part.persona_text")}
        rows={6}
        maxLength={most}
        value={draft.persona_text}
        placeholder={t("agents.part.persona_text.placeholder")}
        onChange={(event) => set("persona_text", event.target.value)}
        className="max-h-[480px] min-h-32 rounded-lg px-4 py-3"
      />
    </Section>
  );
}
