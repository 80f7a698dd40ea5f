import { useMcpLog } from "@/api";
import { useT } from "@/i18n";
import { Section } from "@/stage";
import { ForeignText, LongBox } from "@/ui";

/** The last lines a server wrote to its log. */
export function ServerLog({ id }: { readonly id: string }) {
  const t = useT();
  const { data } = useMcpLog(id);
  const lines = data?.lines ?? [];
  return (
    <Section title={t("mcp.log")}>
      {lines.length === 0 ? (
        <p className="text-sm text-muted">{t("mcp.log.none")}</p>
      ) : (
        <div className="overflow-hidden rounded-md border border-line bg-panel">
          <LongBox label={t("mcp.log")} lines={lines.length} className="px-3 py-2 font-mono text-xs wrap-anywhere whitespace-pre-wrap">
            <ForeignText place="code">{lines.join("\n")}</ForeignText>
          </LongBox>
        </div>
      )}
    </Section>
  );
}
