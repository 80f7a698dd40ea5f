import { Link2, X } from "lucide-react";
import { useState } from "react";

import { type AtlasItem, useAtlasSearch } from "@/api";
import { useAct } from "@/apps";
import { useT } from "@/i18n";
import { Rows, Section, useSettled } from "@/stage";
import { Button, IconButton, Popover, SearchField } from "@/ui";
import { BandDot, ProgressFigure } from "../pieces/Band";
import { ItemRow } from "../pieces/ItemRow";

interface ContributionsProps {
  readonly item: AtlasItem;
  readonly company: string;
  /** Objectives it contributes to. */
  readonly parents: readonly AtlasItem[];
  /** Objectives that contribute to it. */
  readonly children: readonly AtlasItem[];
}

/** How objectives hang together across pillars: what this one contributes to, and what contributes to it. */
export function Contributions({ item, company, parents, children }: ContributionsProps) {
  const t = useT();
  const act = useAct("atlas");
  const said = t("atlas.edited", { title: item.title });
  const link = (parent: string) => act("atlas.link_objectives", { company, parent, child: item.id }, said);
  const unlink = (parent: string, child: string) => act("atlas.unlink_objectives", { company, parent, child }, said);
  return (
    <>
      <Section title={t("atlas.contributes.up")} aside={<LinkButton company={company} without={[item.id, ...parents.map(({ id }) => id)]} onChosen={link} />}>
        <Linked items={parents} onRemove={(id) => unlink(id, item.id)} />
      </Section>
      {children.length > 0 && (
        <Section title={t("atlas.contributes.down")}>
          <Linked items={children} onRemove={(id) => unlink(item.id, id)} />
        </Section>
      )}
    </>
  );
}

function Linked({ items, onRemove }: { readonly items: readonly AtlasItem[]; readonly onRemove: (id: string) => void }) {
  const t = useT();
  if (items.length === 0) return null;
  return (
    <Rows>
      {items.map((item) => (
        <ItemRow
          key={item.id}
          item={item}
          trailing={
            <span className="flex items-center gap-2">
              <ProgressFigure progress={item.progress} className="text-fg" />
              <IconButton icon={X} size="sm" label={t("atlas.contributes.remove", { title: item.title })} onClick={() => onRemove(item.id)} />
            </span>
          }
        />
      ))}
    </Rows>
  );
}

function LinkButton({ company, without, onChosen }: { readonly company: string; readonly without: readonly string[]; readonly onChosen: (id: string) => void }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const [words, setWords] = useState("");
  const { data } = useAtlasSearch(company, useSettled(words.trim(), 120), "objective");
  const found = words.trim() === "" ? [] : (data?.items ?? []).filter(({ id }) => !without.includes(id));
  const choose = (id: string) => {
    setOpen(false);
    setWords("");
    onChosen(id);
  };
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      align="end"
      label={t("atlas.contributes.add")}
      className="w-80 p-2"
      trigger={
        <Button tone="quiet" size="sm" icon={Link2} className="-mr-2">
          {t("atlas.contributes.add")}
        </Button>
      }
    >
      <SearchField label={t("atlas.contributes.search")} value={words} onChange={setWords} className="w-full" />
      <ul className="mt-1.5 max-h-64 overflow-y-auto">
        {found.map((each) => (
          <li key={each.id}>
            <button type="button" onClick={() => choose(each.id)} className="flex w-full items-center gap-2.5 rounded-sm px-2 py-1.5 text-left hover:bg-hover">
              <BandDot band={each.band} spoken />
              <span className="min-w-0 flex-1 truncate text-sm text-fg">{each.title}</span>
              <span className="text-2xs text-muted">{each.id}</span>
            </button>
          </li>
        ))}
      </ul>
    </Popover>
  );
}
