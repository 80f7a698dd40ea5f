import { Plug, PlugZap, Unplug } from "lucide-react";
import { type FormEvent, useState } from "react";

import { type SchoolPaginaFonte, useSchoolSource } from "@/api";
import { useT } from "@/i18n";
import { RowsSkeleton, Section, Trouble } from "@/stage";
import { Badge, Button, Field, Input, Segmented } from "@/ui";
import { pathTo } from "../paths";
import { DetailFrame } from "../pieces/DetailFrame";
import { Outcome } from "./Outcome";
import { Resources } from "./Resources";
import { useConnection } from "./useConnection";

const PROFILES = ["escola", "ponto_school"] as const;

/** Where the school's data come from: here, or another platform that is connected, tested and let go on this page. */
export function ConnectionPart() {
  const t = useT();
  const { data, error, refetch } = useSchoolSource();
  return (
    <DetailFrame
      title={t("school.source.title")}
      above={[{ label: t("school.part.importar"), href: pathTo("importar") }]}
      about={
        data && (
          <span className="flex flex-wrap items-center gap-2">
            <Badge tone={data.ligada ? "ok" : "neutral"}>{t(data.ligada ? "school.source.on" : "school.source.off")}</Badge>
            {data.ligada ? data.base_url : t("school.source.off.about")}
          </span>
        )
      }
    >
      {data === undefined ? error ? <Trouble error={error} onRetry={() => void refetch()} /> : <RowsSkeleton /> : <Form page={data} />}
    </DetailFrame>
  );
}

function Form({ page }: { readonly page: SchoolPaginaFonte }) {
  const t = useT();
  const [profile, setProfile] = useState(page.perfil);
  const [address, setAddress] = useState(page.base_url);
  const [user, setUser] = useState(page.usuario);
  const [key, setKey] = useState("");
  const { wish, plan, preview, confirm, test, tested, busy } = useConnection(page.segredo, profile);
  const connects = wish !== null && wish.tipo === "rest";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    plan({ tipo: "rest", base_url: address.trim(), perfil: profile, ...(user.trim() === "" ? {} : { usuario: user.trim() }) });
  };
  return (
    <>
      <form onSubmit={submit} className="flex max-w-2xl flex-col gap-4">
        <Segmented label={t("school.source.profile")} value={profile} options={PROFILES.map((value) => ({ value, label: t(`school.source.profile.${value}`) }))} onChange={setProfile} />
        <Field label={t("school.source.address")} hint={t("school.source.address.hint")}>
          {(ids) => <Input {...ids} type="url" required value={address} placeholder="https://escola.example/api/escola/v1" onChange={(event) => setAddress(event.target.value)} />}
        </Field>
        <Field label={t("school.source.key")} hint={t("school.source.key.hint")}>
          {(ids) => <Input {...ids} type="password" autoComplete="off" value={key} onChange={(event) => setKey(event.target.value)} />}
        </Field>
        {profile === "ponto_school" && (
          <Field label={t("school.source.user")}>{(ids) => <Input {...ids} value={user} onChange={(event) => setUser(event.target.value)} />}</Field>
        )}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" tone={wish === null ? "primary" : undefined} icon={Plug} disabled={address.trim() === ""}>
            {t("school.source.connect")}
          </Button>
          {page.ligada && (
            <>
              <Button icon={PlugZap} busy={busy} onClick={() => void test()}>
                {t("school.source.test")}
              </Button>
              <Button icon={Unplug} onClick={() => plan({ tipo: "embedded" })}>
                {t("school.source.disconnect")}
              </Button>
            </>
          )}
        </div>
      </form>
      {preview.error && wish !== null && <Trouble error={preview.error} />}
      {wish !== null && preview.data !== undefined && (
        <section aria-label={t("school.source.sure")} className="flex max-w-2xl flex-col gap-3 rounded-lg border border-line-strong bg-raised px-4 py-3 text-sm shadow-raised">
          <p className="break-words">{connects ? t("school.source.sure.on", { address: String(wish.base_url) }) : t("school.source.sure.off")}</p>
          <div className="flex gap-2">
            <Button tone="primary" busy={busy} onClick={() => void confirm(key, connects)}>
              {t(connects ? "school.source.sure.connect" : "school.source.disconnect")}
            </Button>
            <Button onClick={() => plan(null)}>{t("words.cancel")}</Button>
          </div>
        </section>
      )}
      {tested && <Outcome tested={tested} />}
      <Section title={t("school.source.resources")} about={t("school.source.resources.about")}>
        <Resources resources={page.recursos[profile] ?? []} />
      </Section>
    </>
  );
}
