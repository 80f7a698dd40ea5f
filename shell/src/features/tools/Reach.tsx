import type { ForgedTool } from "@/api";
import { useT } from "@/i18n";
import { ForeignText } from "@/ui";

interface ReachProps {
  readonly tool: ForgedTool;
}

/** What a tool may reach: nothing, one address, or the capabilities it names. */
export function Reach({ tool }: ReachProps) {
  const t = useT();
  if (tool.calls.length > 0) return <ForeignText>{t("tools.calls", { names: tool.calls.join(", ") })}</ForeignText>;
  return tool.fetch ? <ForeignText>{t("tools.reaches", { url: tool.fetch.url })}</ForeignText> : <>{t("tools.reaches.nothing")}</>;
}
