import { Link } from "wouter";

import { useHealth, useHome } from "@/api";
import { useT } from "@/i18n";
import { Fact, Rows } from "@/stage";

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
        <Fact name={t("settings.about.bncc")}>{t("settings.about.bncc.from")}</Fact>
      </Rows>
      <Link href="/welcome" className="self-start rounded-sm text-sm text-accent-text underline-offset-2 hover:underline">
        {t("settings.about.welcome")}
      </Link>
    </>
  );
}
