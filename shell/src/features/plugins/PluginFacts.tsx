import type { ReactNode } from "react";
import { Link } from "wouter";

import type { Plugin } from "@/api";
import { EffectBadge } from "@/catalog";
import { useI18n } from "@/i18n";
import { Card, ForeignText } from "@/ui";

/** What a plugin offers, may reach and may use, and the hash it is approved by. */
export function PluginFacts({ plugin }: { readonly plugin: Plugin }) {
  const { t } = useI18n();
  const { seconds, memory_mb, output_kb, kv_kb } = plugin.limits;
  return (
    <Card role="region" aria-label={t("plugins.facts")}>
      <dl className="divide-y divide-line">
        <Fact name={t("plugins.fact.offers")}>
          <ul className="flex flex-col gap-0.5">
            {plugin.capabilities.map((name) => (
              <li key={name} className="font-mono text-xs break-all">
                {plugin.state === "enabled" ? (
                  <Link href={`/capabilities/${name}`} className="underline underline-offset-2">
                    {name}
                  </Link>
                ) : (
                  name
                )}
              </li>
            ))}
          </ul>
        </Fact>
        <Fact name={t("plugins.fact.effect")}>
          <span className="inline-flex flex-wrap gap-1.5">
            {plugin.effects.map((effect) => (
              <EffectBadge key={effect} effect={effect} />
            ))}
          </span>
        </Fact>
        <Fact name={t("plugins.fact.sites")}>{plugin.domains.length ? <ForeignText place="name">{plugin.domains.join(", ")}</ForeignText> : t("plugins.nothing")}</Fact>
        <Fact name={t("plugins.fact.secrets")}>
          {plugin.secrets.length ? plugin.secrets.join(", ") : t("plugins.nothing")}
          {plugin.missing_secrets.length > 0 && <p className="text-warn-text">{t("plugins.secrets.missing", { names: plugin.missing_secrets.join(", ") })}</p>}
        </Fact>
        <Fact name={t("plugins.fact.values")}>{plugin.kv ? t("plugins.values", { used: Math.ceil(plugin.kv_bytes / 1024), most: kv_kb }) : t("plugins.nothing")}</Fact>
        <Fact name={t("plugins.fact.files")}>{t("plugins.nothing")}</Fact>
        <Fact name={t("plugins.fact.limits")}>{t("plugins.limits", { seconds, memory: memory_mb, output: output_kb })}</Fact>
        <Fact name={t("plugins.fact.hash")}>
          <span className="font-mono text-xs break-all">{plugin.hash}</span>
        </Fact>
      </dl>
    </Card>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-0.5 px-4 py-2 text-sm">
      <dt className="w-40 shrink-0 text-muted">{name}</dt>
      <dd className="min-w-0 flex-1 basis-52 text-fg">{children}</dd>
    </div>
  );
}
