import { useDeferredValue, useState } from "react";

import { useWebOperations } from "@/api";
import { useT } from "@/i18n";
import { RowsSkeleton, Section, Trouble } from "@/stage";
import { Field, Input } from "@/ui";
import { OperationCard } from "./OperationCard";

/** The operations of an API: those that fit some words, the best first. */
export function OperationsPart({ id }: { readonly id: string }) {
  const t = useT();
  const [words, look] = useState("");
  const { data, error } = useWebOperations(id, useDeferredValue(words.trim()));
  const more = data === undefined ? 0 : data.total - data.items.length;
  return (
    <Section title={data === undefined ? t("openapi.search") : t("openapi.operations", { count: data.total })}>
      <div className="flex flex-col gap-3">
        <Field label={t("openapi.search")}>{(ids) => <Input {...ids} type="search" value={words} maxLength={200} onChange={(event) => look(event.target.value)} />}</Field>
        {error && <Trouble error={error} />}
        {data === undefined && !error && <RowsSkeleton />}
        {data?.items.length === 0 && <p className="text-sm text-muted">{t("openapi.nothing")}</p>}
        <ul aria-label={t("openapi.search")} className="flex flex-col gap-3">
          {data?.items.map((operation) => (
            <li key={operation.operation}>
              <OperationCard operation={operation} />
            </li>
          ))}
        </ul>
        {more > 0 && <p className="text-sm text-muted">{t("openapi.more", { count: more })}</p>}
      </div>
    </Section>
  );
}
