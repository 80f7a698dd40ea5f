import { ArrowLeft, Power, PowerOff, Puzzle, RotateCw, ShieldCheck, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link, useLocation } from "wouter";

import { isProblem, type Plugin, usePlugin, useSetPlugin } from "@/api";
import { HandDialog } from "@/decisions";
import { useT } from "@/i18n";
import { Page, RowsSkeleton, tellTrouble, Trouble } from "@/stage";
import { Button, EmptyState, ForeignText } from "@/ui";
import { PluginFacts } from "./PluginFacts";
import { PluginLog } from "./PluginLog";
import { StateBadge } from "./StateBadge";

const CALLS = { approve: "plugins.approve_plugin", enable: "plugins.enable_plugin", remove: "plugins.remove_plugin" } as const;
type Asked = keyof typeof CALLS;

/** One plugin: how it stands, what it may reach, its log; approved, taken out of use, removed. */
export function PluginPage({ name }: { readonly name: string }) {
  const t = useT();
  const [, go] = useLocation();
  const { data: plugin, error, refetch } = usePlugin(name);
  const [asked, ask] = useState<Asked>();
  const back = (
    <Link href="/plugins" className="inline-flex w-fit items-center gap-1.5 rounded-sm text-sm text-muted hover:text-fg">
      <ArrowLeft aria-hidden className="size-4" />
      {t("plugins.back")}
    </Link>
  );
  if (plugin === undefined) {
    const isGone = error !== null && (isProblem(error, "plugin_missing") || isProblem(error, "bad_name"));
    return (
      <Page title={name} above={back}>
        {isGone ? <EmptyState icon={Puzzle} title={t("plugins.missing")} /> : error ? <Trouble error={error} onRetry={() => void refetch()} /> : <RowsSkeleton />}
      </Page>
    );
  }
  return (
    <Page title={plugin.title || name} above={back} aside={<Buttons plugin={plugin} onAsk={ask} />}>
      <div className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
          <StateBadge state={plugin.state} />
          <code className="font-mono text-xs">{`${name} ${plugin.version}`}</code>
        </div>
        <p className="text-sm">
          <ForeignText>{plugin.description}</ForeignText>
        </p>
        <p className="text-sm text-muted">{t(`plugins.state.${plugin.state}.about`)}</p>
        {plugin.problem && <p className="text-sm text-bad-text">{plugin.problem}</p>}
      </div>
      {plugin.capabilities.length > 0 && <PluginFacts plugin={plugin} />}
      <PluginLog name={name} />
      <HandDialog
        open={asked !== undefined}
        capability={CALLS[asked ?? "approve"]}
        params={{ name }}
        title={t(`plugins.${asked ?? "approve"}.title`, { name })}
        onClose={(outcome) => {
          ask(undefined);
          if (outcome !== undefined && asked === "remove") go("/plugins");
          else void refetch();
        }}
      />
    </Page>
  );
}

function Buttons({ plugin, onAsk }: { readonly plugin: Plugin; readonly onAsk: (what: Asked) => void }) {
  const t = useT();
  const { mutate, isPending } = useSetPlugin(plugin.name);
  const set = (verb: "reload" | "disable") => mutate(verb, { onError: (error) => tellTrouble(error, t) });
  return (
    <div className="flex flex-wrap items-center gap-2">
      {(plugin.state === "new" || plugin.state === "changed") && (
        <Button tone="primary" icon={ShieldCheck} onClick={() => onAsk("approve")}>
          {t("plugins.approve")}
        </Button>
      )}
      {plugin.state === "disabled" && (
        <Button tone="primary" icon={Power} onClick={() => onAsk("enable")}>
          {t("plugins.enable")}
        </Button>
      )}
      {plugin.state === "enabled" && (
        <Button icon={PowerOff} disabled={isPending} onClick={() => set("disable")}>
          {t("plugins.disable")}
        </Button>
      )}
      <Button icon={RotateCw} disabled={isPending} onClick={() => set("reload")}>
        {t("plugins.reload")}
      </Button>
      <Button icon={Trash2} onClick={() => onAsk("remove")}>
        {t("plugins.remove")}
      </Button>
    </div>
  );
}
