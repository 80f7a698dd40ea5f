import { ChevronsUpDown, FileUp, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useLocation } from "wouter";

import { type AtlasCompanyCard, useAtlasDue } from "@/api";
import { useT } from "@/i18n";
import { useCrumb } from "@/state";
import { DropdownMenu, type MenuItem, Tabs } from "@/ui";
import { AddMenu } from "./add/AddMenu";
import { Search } from "./Search";
import { type Part, partPath, PARTS } from "./paths";
import { ExportMenu } from "./pieces/ExportMenu";
import { NewCompanyDialog } from "./pieces/NewCompanyDialog";
import { SampleBadge } from "./pieces/SampleBadge";

interface FrameProps {
  readonly company: AtlasCompanyCard;
  readonly companies: readonly AtlasCompanyCard[];
  readonly part: Part | "cycle";
  readonly children: ReactNode;
}

/** What stands around every part: which company it is, what can be done with it, and the other parts. */
export function Frame({ company, companies, part, children }: FrameProps) {
  const t = useT();
  const [, go] = useLocation();
  const { data: due } = useAtlasDue(company.id);
  const tab = part === "cycle" ? "dashboard" : part;
  useCrumb(company.name);
  return (
    <div className="mx-auto flex min-h-full w-full max-w-5xl flex-col gap-6 px-5 py-8 sm:px-8 sm:py-10">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-3">
        <Switcher company={company} companies={companies} part={tab} />
        {company.is_sample && <SampleBadge company={company} />}
        <div className="ml-auto flex items-center gap-2">
          <Search company={company.id} />
          <ExportMenu company={company} />
          <AddMenu company={company.id} />
        </div>
      </header>
      <Tabs
        label={t("atlas.parts")}
        value={tab}
        tabs={PARTS.map((value) => ({ value, label: t(`atlas.part.${value}`), count: value === "check-in" ? due?.total : undefined }))}
        onChange={(next) => go(partPath(next, company.id))}
        className="flex flex-1 flex-col items-start gap-6 [&>[role=tabpanel]]:flex [&>[role=tabpanel]]:w-full [&>[role=tabpanel]]:flex-1 [&>[role=tabpanel]]:flex-col"
      >
        {children}
      </Tabs>
    </div>
  );
}

function Switcher({ company, companies, part }: { readonly company: AtlasCompanyCard; readonly companies: readonly AtlasCompanyCard[]; readonly part: Part }) {
  const t = useT();
  const [, go] = useLocation();
  const [making, make] = useState(false);
  const items: readonly MenuItem[] = [
    ...companies.map(({ id, name }) => ({ id, label: name, onSelect: () => go(partPath(part, id)) })),
    { id: "new", label: t("atlas.company.new"), icon: Plus, separated: true, onSelect: () => make(true) },
    { id: "import", label: t("atlas.company.import"), icon: FileUp, onSelect: () => go(partPath("import", company.id)) },
  ];
  return (
    <h1 className="min-w-0 text-xl font-semibold tracking-[-0.01em] text-fg">
      <DropdownMenu
        align="start"
        items={items}
        trigger={
          <button
            type="button"
            aria-label={t("atlas.company.switch", { name: company.name })}
            className="-mx-2 flex max-w-[calc(100%+16px)] items-center gap-1.5 rounded-md px-2 py-0.5 text-left hover:bg-hover data-[state=open]:bg-active"
          >
            <span className="truncate">{company.name}</span>
            <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
          </button>
        }
      />
      {making && (
        <NewCompanyDialog
          onClose={(made) => {
            make(false);
            if (made !== undefined) go(partPath("dashboard", made));
          }}
        />
      )}
    </h1>
  );
}
