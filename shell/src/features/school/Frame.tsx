import type { ReactNode } from "react";
import { useLocation } from "wouter";

import type { SchoolInicio } from "@/api";
import { useT } from "@/i18n";
import { useCrumb } from "@/state";
import { Tabs } from "@/ui";
import { isSample } from "./names";
import { type Part, PARTS, pathTo } from "./paths";
import { ClassSwitcher } from "./pieces/ClassSwitcher";
import { SampleBadge } from "./pieces/SampleBadge";

interface FrameProps {
  readonly home: SchoolInicio;
  readonly part: Part;
  /** The class whose page is open, if one is. */
  readonly turma?: string;
  /** What stands beside the name: buttons. */
  readonly commands?: ReactNode;
  readonly children: ReactNode;
}

/** What stands around every section: which class it is, what can be done with it, and the other sections. */
export function Frame({ home, part, turma, commands, children }: FrameProps) {
  const t = useT();
  const [, go] = useLocation();
  const open = home.turmas.find(({ id }) => id === turma);
  useCrumb(open?.nome ?? t(`school.part.${part}`));
  return (
    <div className="mx-auto flex min-h-full w-full max-w-5xl flex-col gap-6 px-5 py-8 sm:px-8 sm:py-10">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-3">
        <ClassSwitcher home={home} turma={open} />
        {home.amostra && (turma === undefined || isSample(turma)) && <SampleBadge />}
        {commands && <div className="ml-auto flex flex-wrap items-center gap-2">{commands}</div>}
      </header>
      <Tabs
        label={t("school.parts")}
        value={part}
        tabs={PARTS.map((value) => ({ value, label: t(`school.part.${value}`) }))}
        onChange={(next) => go(pathTo(next))}
        className="flex flex-1 flex-col items-start gap-6 [&>[role=tabpanel]]:flex [&>[role=tabpanel]]:w-full [&>[role=tabpanel]]:flex-1 [&>[role=tabpanel]]:flex-col"
      >
        {children}
      </Tabs>
    </div>
  );
}
