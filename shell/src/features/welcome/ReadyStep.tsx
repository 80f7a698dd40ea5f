import { ArrowRight } from "lucide-react";
import { useState } from "react";

import { type PlainKey, useT } from "@/i18n";
import { Rows } from "@/stage";
import { Button, Field, Input, Row } from "@/ui";
import { useFinish } from "./useFinish";

const ASKS: readonly PlainKey[] = ["welcome.ask.note", "welcome.ask.files", "welcome.ask.remember"];

/** Step two: a name, and a first thing to ask. */
export function ReadyStep() {
  const t = useT();
  const [name, setName] = useState("");
  const { finish, busy } = useFinish(name);
  return (
    <div className="flex flex-col gap-6">
      <Rows>
        {ASKS.map((ask) => (
          <Row
            key={ask}
            title={t(ask)}
            onClick={() => finish(t(ask))}
            trailing={<ArrowRight aria-hidden className="size-4" />}
          />
        ))}
      </Rows>
      <Field label={t("welcome.name")} hint={t("welcome.name.hint")}>
        {(ids) => (
          <Input
            {...ids}
            value={name}
            maxLength={80}
            autoComplete="given-name"
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Button tone="primary" size="lg" className="self-start" busy={busy} onClick={() => finish()}>
        {t("welcome.open")}
      </Button>
    </div>
  );
}
