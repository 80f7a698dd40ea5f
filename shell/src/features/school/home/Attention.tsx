import { ChevronRight, Leaf } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";

import type { SchoolAtencao } from "@/api";
import { useT } from "@/i18n";
import { Rows, Section } from "@/stage";
import { Badge, Button, Card } from "@/ui";
import { refPath } from "../paths";

const SHOWN = 6;
const INK = { alta: "bg-bad", media: "bg-warn", baixa: "bg-faint" } as const;

/** What a teacher should look at, the most urgent first. */
export function Attention({ items }: { readonly items: readonly SchoolAtencao[] }) {
  const t = useT();
  const [all, showAll] = useState(false);
  const shown = all ? items : items.slice(0, SHOWN);
  return (
    <Section title={t("school.attention")}>
      {items.length === 0 ? (
        <Card className="flex items-center gap-3 px-4 py-3.5 text-sm">
          <Leaf aria-hidden className="size-4 shrink-0 text-ok" />
          <p className="text-fg">{t("school.attention.none")}</p>
        </Card>
      ) : (
        <Rows label={t("school.attention")}>
          {shown.map((item) => (
            <AttentionRow key={`${item.code} ${item.ref} ${item.texto}`} item={item} />
          ))}
          {shown.length < items.length && (
            <div className="flex justify-center px-4 py-1.5">
              <Button tone="quiet" size="sm" onClick={() => showAll(true)}>
                {t("school.attention.rest", { count: items.length - shown.length })}
              </Button>
            </div>
          )}
        </Rows>
      )}
    </Section>
  );
}

function AttentionRow({ item }: { readonly item: SchoolAtencao }) {
  const t = useT();
  const href = refPath(item.ref);
  const inside = (
    <>
      <span role="img" aria-label={t(`school.priority.${item.prioridade}`)} className={`mt-1.5 size-2 shrink-0 rounded-full ${INK[item.prioridade]}`} />
      <span className="min-w-0 flex-1 text-pretty text-fg">{item.texto}</span>
      {item.turma && <Badge className="mt-px">{item.turma.nome}</Badge>}
      {href && <ChevronRight aria-hidden className="mt-0.5 size-4 shrink-0 text-faint" />}
    </>
  );
  const look = "flex items-start gap-3 px-4 py-2.5 text-sm";
  return href === undefined ? <div className={look}>{inside}</div> : <Link href={href} className={`${look} -outline-offset-2 transition-colors duration-100 hover:bg-hover`}>{inside}</Link>;
}
