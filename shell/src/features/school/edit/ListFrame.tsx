import { type LucideIcon, Plus } from "lucide-react";
import type { ReactNode } from "react";

import type { SchoolInicio } from "@/api";
import { type PlainKey, useT } from "@/i18n";
import { Filter, FilterBar, RowsSkeleton, Trouble } from "@/stage";
import { Button, EmptyState } from "@/ui";
import type { ListWish } from "./useListWish";

interface ListFrameProps {
  readonly home: SchoolInicio;
  readonly list: ListWish;
  /** What is searched. */
  readonly label: string;
  readonly icon: LucideIcon;
  /** What it says when there is nothing yet: the sentence, and what it is for. */
  readonly empty: readonly [title: PlainKey, about: PlainKey];
  /** How many there are; nothing while they are on their way. */
  readonly total: number | undefined;
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly add: PlainKey;
  readonly onAdd: () => void;
  readonly children: ReactNode;
}

/** A list of what a teacher made: narrowed by words and class, with the way to one more. */
export function ListFrame({ home, list, label, icon, empty, total, error, onRetry, add, onAdd, children }: ListFrameProps) {
  const t = useT();
  const fresh = (
    <Button icon={Plus} tone="primary" onClick={onAdd}>
      {t(add)}
    </Button>
  );
  const nothing = list.narrowed ? (
    <EmptyState icon={icon} title={t("school.list.none")} action={<Button onClick={list.clear}>{t("school.list.clear")}</Button>} />
  ) : (
    <EmptyState icon={icon} title={t(empty[0])} action={fresh}>
      {t(empty[1])}
    </EmptyState>
  );
  return (
    <div className="flex flex-1 flex-col gap-4">
      {(list.narrowed || total !== 0) && (
        <div className="flex flex-wrap items-start gap-2">
          <div className="min-w-0 flex-1 basis-72">
            <FilterBar label={label} words={list.words} onWords={list.setWords}>
              <Filter
                label={t("school.activity.class")}
                value={list.turma}
                options={[{ value: "", label: t("school.classes.all") }, ...home.turmas.map(({ id, nome }) => ({ value: id, label: nome }))]}
                onChange={list.setTurma}
              />
            </FilterBar>
          </div>
          {fresh}
        </div>
      )}
      {total === undefined ? error ? <Trouble error={error} onRetry={onRetry} /> : <RowsSkeleton /> : total === 0 ? nothing : children}
    </div>
  );
}
