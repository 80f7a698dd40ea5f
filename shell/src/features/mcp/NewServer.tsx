import { useState } from "react";
import { useLocation } from "wouter";

import { useAddMcpServer } from "@/api";
import { useT } from "@/i18n";
import { Page, Trouble } from "@/stage";
import { Button } from "@/ui";
import { BackToServers } from "./BackToServers";
import { BLANK, isComplete, serverOf } from "./draft";
import { ImportServers } from "./ImportServers";
import { ServerFields } from "./ServerFields";

/** The form of a server that is not there yet, and a place for the file of another program. */
export function NewServer() {
  const t = useT();
  const [, go] = useLocation();
  const [written, write] = useState(BLANK);
  const add = useAddMcpServer();
  return (
    <Page title={t("mcp.new")} above={<BackToServers />}>
      <form
        aria-label={t("mcp.new")}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          add.mutate(serverOf(written), { onSuccess: ({ id }, here) => here && go(`/mcp-servers/${id}`) });
        }}
      >
        <ServerFields written={written} onChange={(fields) => write({ ...written, ...fields })} />
        {add.error && <Trouble error={add.error} />}
        <div className="flex gap-2">
          <Button type="submit" tone="primary" busy={add.isPending} disabled={!isComplete(written)}>
            {t("mcp.create")}
          </Button>
          <Button onClick={() => go("/mcp-servers")}>{t("words.cancel")}</Button>
        </div>
      </form>
      <ImportServers />
    </Page>
  );
}
