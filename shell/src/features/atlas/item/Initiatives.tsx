import type { AtlasItem } from "@/api";
import { Note, useAct } from "@/apps";
import { useT } from "@/i18n";
import { InlineChoice, Rows, Section } from "@/stage";
import { AddButton } from "../add/AddButton";
import { statusWords } from "../bands";
import { InlineAmount } from "../edit/InlineAmount";
import { ItemMenu } from "./ItemMenu";
import { Sources } from "./Sources";

interface InitiativesProps {
  readonly items: readonly AtlasItem[];
  readonly company: string;
  /** The key result they are for. */
  readonly parent: string;
}

const STATUSES = ["planned", "in_progress", "on_hold", "completed", "cancelled"];

/** What is done so that a number moves. It never changes the number itself. */
export function Initiatives({ items, company, parent }: InitiativesProps) {
  const t = useT();
  return (
    <Section title={t("atlas.initiatives")} aside={<AddButton kind="initiative" company={company} parent={parent} />}>
      {items.length === 0 ? (
        <Note>{t("atlas.initiatives.none")}</Note>
      ) : (
        <Rows label={t("atlas.initiatives")}>
          {items.map((item) => (
            <InitiativeRow key={item.id} item={item} company={company} />
          ))}
        </Rows>
      )}
    </Section>
  );
}

function InitiativeRow({ item, company }: { readonly item: AtlasItem; readonly company: string }) {
  const t = useT();
  const act = useAct("atlas");
  const edit = (field: string, value: unknown) => act("atlas.update_initiative", { initiative_id: item.id, company, [field]: value }, t("atlas.edited", { title: item.title }));
  return (
    <div className="flex min-h-[42px] items-center gap-3 py-1.5 pr-2 pl-4 text-sm">
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="line-clamp-2 break-words text-fg">{item.title}</span>
        <Sources sources={item.sources} />
      </span>
      <InlineChoice
        label={`${t("atlas.field.status")}: ${item.title}`}
        value={item.status ?? ""}
        options={STATUSES.map((value) => ({ value, label: statusWords(value, t) }))}
        onSave={(value) => edit("status", value)}
      />
      <span className="flex w-12 justify-end text-xs text-muted">
        <InlineAmount label={`${t("atlas.field.progress")}: ${item.title}`} unit="%" value={item.progress} onSave={(value) => value !== null && edit("progress_percentage", value)} />
      </span>
      <ItemMenu item={item} company={company} inList />
    </div>
  );
}
