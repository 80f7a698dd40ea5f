import type { McpServer } from "@/api";
import { useT } from "@/i18n";
import { Badge, type Tone } from "@/ui";

const TONES: Readonly<Record<McpServer["status"], Tone>> = { draft: "warn", ready: "neutral", connected: "ok", failed: "bad" };

/** Whether a server is approved, connected or failed. */
export function StatusBadge({ status }: { readonly status: McpServer["status"] }) {
  const t = useT();
  return <Badge tone={TONES[status]}>{t(`mcp.status.${status}`)}</Badge>;
}
