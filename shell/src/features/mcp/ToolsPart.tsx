import { RefreshCw } from "lucide-react";

import { useLookAtMcpServer, usePinMcpTools } from "@/api";
import { useT } from "@/i18n";
import { Section, tellTrouble, Trouble } from "@/stage";
import { Button, ForeignText } from "@/ui";
import { ToolCard } from "./ToolCard";

/** What a server offers now, what of it was accepted, and what is new or different. */
export function ToolsPart({ id }: { readonly id: string }) {
  const t = useT();
  const look = useLookAtMcpServer(id);
  const pin = usePinMcpTools(id);
  const offer = pin.data ?? look.data;
  const fresh = (offer?.tools ?? []).filter(({ state }) => state === "new");
  const accept = (tools: Readonly<Record<string, string>>, prompts: Readonly<Record<string, string>> = {}) => pin.mutate({ tools, prompts }, { onError: (problem) => tellTrouble(problem, t) });
  return (
    <Section
      title={t("mcp.tools")}
      about={offer && t("mcp.speaks", { name: offer.implementation, protocol: offer.protocol })}
      aside={
        <div className="flex flex-wrap gap-2">
          {fresh.length > 0 && (
            <Button tone="primary" busy={pin.isPending} onClick={() => accept(Object.fromEntries(fresh.map(({ name, hash }) => [name, hash])))}>
              {t("mcp.accept.all", { count: fresh.length })}
            </Button>
          )}
          <Button
            icon={RefreshCw}
            busy={look.isPending}
            onClick={() => {
              pin.reset();
              look.mutate();
            }}
          >
            {t("mcp.look")}
          </Button>
        </div>
      }
    >
      {look.error && <Trouble error={look.error} />}
      {offer === undefined && !look.error && <p className="text-sm text-muted">{t("mcp.tools.unasked")}</p>}
      {offer?.tools.length === 0 && <p className="text-sm text-muted">{t("mcp.tools.none")}</p>}
      {offer && (
        <ul aria-label={t("mcp.tools")} className="flex flex-col gap-3">
          {offer.tools.map((tool) => (
            <li key={tool.name}>
              <ToolCard server={id} tool={tool} accepting={pin.isPending} onAccept={() => accept({ [tool.name]: tool.hash })} />
            </li>
          ))}
        </ul>
      )}
      {(offer?.prompts ?? []).length > 0 && (
        <>
          <h3 className="mt-4 mb-2 text-sm font-semibold">{t("mcp.prompts")}</h3>
          <ul aria-label={t("mcp.prompts")} className="flex flex-col gap-3">
            {(offer?.prompts ?? []).map((prompt) => (
              <li key={prompt.name}>
                <ToolCard server={id} tool={prompt} kind="prompt" accepting={pin.isPending} onAccept={() => accept({}, { [prompt.name]: prompt.hash })} />
              </li>
            ))}
          </ul>
        </>
      )}
      {(offer?.left_out ?? []).map(({ name, why }) => (
        <p key={name} className="mt-2 text-sm text-muted">
          {t("mcp.left")}: <ForeignText place="name">{name}</ForeignText> ({why})
        </p>
      ))}
    </Section>
  );
}
