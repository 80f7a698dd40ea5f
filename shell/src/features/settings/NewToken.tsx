import { type FormEvent, useState } from "react";

import { useMakeToken, useScopes } from "@/api";
import { useLocale, useT } from "@/i18n";
import { troubleOf } from "@/stage";
import { Button, Card, Checkbox, CopyButton, Field, Input } from "@/ui";

/** A form for one more token. Its secret is shown until the next one is made or the page is left. */
export function NewToken() {
  const t = useT();
  const language = useLocale((state) => state.locale).slice(0, 2);
  const { data: scopes = [] } = useScopes();
  const [name, setName] = useState("");
  const [days, setDays] = useState("90");
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const { mutate, data: made, isPending, error } = useMakeToken();
  const choose = (scope: string, is: boolean) =>
    setChosen((before) => (is ? [...before, scope] : before.filter((each) => each !== scope)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const clear = () => {
      setName("");
      setChosen([]);
    };
    mutate({ name: name.trim(), scopes: [...chosen], days: Number(days) }, { onSuccess: clear });
  };
  const trouble = error && troubleOf(error, t);
  return (
    <Card className="p-4">
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label={t("settings.tokens.name")}
          error={trouble ? [trouble.message, trouble.hint].filter(Boolean).join(" ") : undefined}
        >
          {(ids) => (
            <Input {...ids} required maxLength={100} value={name} autoComplete="off" onChange={(event) => setName(event.target.value)} />
          )}
        </Field>
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1 text-sm font-medium">{t("settings.tokens.scopes")}</legend>
          {scopes.map((scope) => (
            <Checkbox
              key={scope.name}
              checked={chosen.includes(scope.name)}
              onChange={(is) => choose(scope.name, is)}
              detail={scope.allows[language] ?? scope.allows.en}
            >
              <span className="font-mono text-xs">{scope.name}</span>
            </Checkbox>
          ))}
        </fieldset>
        <Field label={t("settings.tokens.days")}>
          {(ids) => (
            <Input {...ids} required type="number" min={1} max={365} value={days} onChange={(event) => setDays(event.target.value)} />
          )}
        </Field>
        <Button type="submit" busy={isPending} disabled={chosen.length === 0} className="self-start">
          {t("settings.tokens.make")}
        </Button>
      </form>
      <div role="status">
        {made && (
          <div className="mt-4 flex flex-col gap-1">
            <p className="text-sm">{t("settings.tokens.made")}</p>
            <p className="flex items-center gap-2">
              <code className="min-w-0 text-xs break-all">{made.secret}</code>
              <CopyButton text={made.secret} />
            </p>
          </div>
        )}
      </div>
    </Card>
  );
}
