import { useState } from "react";

import { type McpServer, useReplaceMcpServer } from "@/api";
import { useT } from "@/i18n";
import { Section, Trouble } from "@/stage";
import { Button } from "@/ui";
import { isComplete, serverOf, writtenOf } from "./draft";
import { ServerFields } from "./ServerFields";

/** How a server is started or reached, to be changed; what changes in it has to be approved again. */
export function EditServer({ server, onClose }: { readonly server: McpServer; readonly onClose: () => void }) {
  const t = useT();
  const [written, write] = useState(() => writtenOf(server));
  const replace = useReplaceMcpServer(server.id);
  return (
    <Section title={t("mcp.change.title")} about={t("mcp.change.about")}>
      <form
        aria-label={t("mcp.change.title")}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          const { id: _, ...draft } = serverOf(written);
          replace.mutate({ ...draft, title: server.title ?? "", timeout_s: server.timeout_s ?? 60 }, { onSuccess: (_saved, here) => here && onClose() });
        }}
      >
        <ServerFields written={written} isNamed onChange={(fields) => write({ ...written, ...fields })} />
        {replace.error && <Trouble error={replace.error} />}
        <div className="flex gap-2">
          <Button type="submit" tone="primary" busy={replace.isPending} disabled={!isComplete(written)}>
            {t("mcp.change.save")}
          </Button>
          <Button onClick={onClose}>{t("words.cancel")}</Button>
        </div>
      </form>
    </Section>
  );
}
