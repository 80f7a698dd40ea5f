import type { AtlasFields } from "@/api";
import { useT } from "@/i18n";
import { Rows, Section } from "@/stage";
import { Badge } from "@/ui";
import { statusTone, statusWords } from "../bands";
import { textIn } from "../edit/values";

/** What happened and why, as it was analysed; nothing is shown when nothing was. */
export function Analyses({ analyses }: { readonly analyses: readonly AtlasFields[] }) {
  const t = useT();
  if (analyses.length === 0) return null;
  return (
    <Section title={t("atlas.analyses")}>
      <Rows label={t("atlas.analyses")}>
        {analyses.map((fields, index) => (
          <div key={textIn(fields, "id") || index} className="grid gap-x-6 gap-y-1 px-4 py-3 text-sm sm:grid-cols-2">
            {textIn(fields, "title") !== "" && <h3 className="font-medium text-fg sm:col-span-2">{textIn(fields, "title")}</h3>}
            <Said name={t("atlas.analysis.fact")} words={textIn(fields, "fact")} />
            <Said name={t("atlas.analysis.cause")} words={textIn(fields, "cause")} />
            {textIn(fields, "status") !== "" && (
              <span>
                <Badge tone={statusTone(textIn(fields, "status"))}>{statusWords(textIn(fields, "status"), t)}</Badge>
              </span>
            )}
          </div>
        ))}
      </Rows>
    </Section>
  );
}

function Said({ name, words }: { readonly name: string; readonly words: string }) {
  return (
    <p className="break-words">
      <span className="block text-xs text-muted">{name}</span>
      {words || "—"}
    </p>
  );
}
