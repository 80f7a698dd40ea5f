import type { ReactNode } from "react";
import { Link } from "wouter";

import { useHealth, useHome } from "@/api";
import { useT } from "@/i18n";
import { Rows } from "@/stage";

/** About: version, server, where the data is. */
export function AboutSection() {
  const t = useT();
  const { data: health } = useHealth();
  const { data: home } = useHome();
  const root = home?.projects[0]?.root;
  return (
    <>
      <p className="text-sm text-muted">{t("settings.about.local")}</p>
      <Rows>
        <Fact name={t("settings.about.version")}>{health?.version ?? "…"}</Fact>
        <Fact name={t("settings.about.status")}>{health ? t(`settings.about.status.${health.status}`) : "…"}</Fact>
        {root !== undefined && (
          <Fact name={t("settings.about.folder")}>
            <span className="font-mono text-xs break-all">{root.replace(/[\\/][^\\/]*$/, "")}</span>
          </Fact>
        )}
        <Fact name={t("settings.about.license")}>Apache-2.0</Fact>
      </Rows>
      <Link href="/welcome" className="self-start rounded-sm text-sm text-accent-text underline-offset-2 hover:underline">
        {t("settings.about.welcome")}
      </Link>
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-[38px] items-center justify-between gap-6 px-4 py-2 text-sm">
      <span className="shrink-0 text-muted">{name}</span>
      <span className="min-w-0 text-right text-fg">{children}</span>
    </div>
  );
}
