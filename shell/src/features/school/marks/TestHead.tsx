import { Link } from "wouter";

import type { SchoolAvaliacaoColuna } from "@/api";
import { useI18n } from "@/i18n";
import { shortDayOf } from "../days";
import { cellOf } from "../figures";
import { pathTo } from "../paths";
import { ColumnHead } from "./ColumnHead";
import type { Order } from "./sorting";

interface TestHeadProps {
  readonly test: SchoolAvaliacaoColuna;
  readonly students: number;
  readonly order: Order;
  readonly onTurn: (by: string) => void;
}

/** The head of a test: what it is, when it was, how many have a mark in it. */
export function TestHead({ test, students, order, onTurn }: TestHeadProps) {
  const { t, locale, format } = useI18n();
  const facts = [shortDayOf(test.data, locale), t("school.test.worth", { points: cellOf(test.valor_maximo, locale) }), ...(test.peso === 1 ? [] : [t("school.test.weight", { weight: cellOf(test.peso, locale) })])];
  return (
    <ColumnHead
      by={test.id}
      order={order}
      onTurn={onTurn}
      about={
        <span className="flex flex-col text-2xs font-normal">
          <Link href={pathTo("avaliacoes", test.id)} className="inline-flex min-h-6 items-center justify-center rounded-sm underline-offset-2 hover:text-fg hover:underline" aria-label={t("school.test.open", { test: test.titulo })}>
            {facts.join(" · ")}
          </Link>
          <span>{t("school.test.marked", { n: format.number(test.lancadas), total: format.number(students) })}</span>
        </span>
      }
    >
      <span title={`${test.titulo} · ${test.materia.nome}`}>{test.titulo}</span>
    </ColumnHead>
  );
}
