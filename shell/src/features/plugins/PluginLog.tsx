import { usePluginLog } from "@/api";
import { useT } from "@/i18n";
import { Section } from "@/stage";
import { ForeignText, LongBox } from "@/ui";

/** What a plugin wrote to its log since the system was started. */
export function PluginLog({ name }: { readonly name: string }) {
  const t = useT();
  const lines = usePluginLog(name).data ?? [];
  return (
    <Section title={t("plugins.log")}>
      {lines.length === 0 ? (
        <p className="text-sm text-muted">{t("plugins.log.none")}</p>
      ) : (
        <div className="overflow-hidden rounded-md border border-line bg-panel">
          <LongBox label={t("plugins.log")} lines={lines.length} className="px-3 py-2 font-mono text-xs wrap-anywhere whitespace-pre-wrap">
            <ForeignText place="code">{lines.map(({ at, level, message }) => `${at.slice(11, 19)}  ${level}  ${message}`).join("\n")}</ForeignText>
          </LongBox>
        </div>
      )}
    </Section>
  );
}
