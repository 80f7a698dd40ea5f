import { ChevronsUpDown, FileUp, House, Plus } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";

import type { SchoolInicio, SchoolTurmaResumo } from "@/api";
import { useT } from "@/i18n";
import { DropdownMenu, type MenuItem } from "@/ui";
import { pathTo } from "../paths";
import { NewClassDialog } from "./NewClassDialog";

interface ClassSwitcherProps {
  readonly home: SchoolInicio;
  /** The class that is open; none stands for all of them. */
  readonly turma: SchoolTurmaResumo | undefined;
}

/** Which class is open, and the way to every other one. */
export function ClassSwitcher({ home, turma }: ClassSwitcherProps) {
  const t = useT();
  const [, go] = useLocation();
  const [making, make] = useState(false);
  const [school] = home.escolas;
  const several = home.escolas.length > 1;
  const name = turma?.nome ?? (school === undefined || several ? t("school.classes.all") : school.nome);
  const items: readonly MenuItem[] = [
    { id: "home", label: t("school.part.inicio"), icon: House, onSelect: () => go(pathTo("inicio")) },
    ...home.turmas.map(({ id, nome, escola }, index) => ({
      id,
      label: several ? `${nome} · ${escola}` : nome,
      separated: index === 0,
      onSelect: () => go(pathTo("turmas", id)),
    })),
    { id: "new", label: t("school.class.new"), icon: Plus, separated: true, onSelect: () => make(true) },
    { id: "import", label: t("school.import.open"), icon: FileUp, onSelect: () => go(pathTo("importar")) },
  ];
  return (
    <h1 className="min-w-0 text-xl font-semibold tracking-[-0.01em] text-fg">
      <DropdownMenu
        align="start"
        items={items}
        trigger={
          <button
            type="button"
            aria-label={t("school.class.switch", { name })}
            className="-mx-2 flex max-w-[calc(100%+16px)] items-center gap-1.5 rounded-md px-2 py-0.5 text-left hover:bg-hover data-[state=open]:bg-active"
          >
            <span className="truncate">{name}</span>
            <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
          </button>
        }
      />
      {making && (
        <NewClassDialog
          schools={home.escolas}
          onClose={(made) => {
            make(false);
            if (made !== undefined) go(pathTo("turmas", made));
          }}
        />
      )}
    </h1>
  );
}
