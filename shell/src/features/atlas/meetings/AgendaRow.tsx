import type { AtlasAgendaItem } from "@/api";
import { useAct } from "@/apps";
import { useT } from "@/i18n";
import { Select } from "@/ui";
import { statusWords } from "../bands";
import { ItemMenu } from "../item/ItemMenu";

const STATUSES = ["pending", "discussed", "deferred"];

/** One item of an agenda, and whether it was talked about. */
export function AgendaRow({ item, company }: { readonly item: AtlasAgendaItem; readonly company: string }) {
  const t = useT();
  const act = useAct("atlas");
  const status = item.status ?? "pending";
  const choose = (next: string) => act("atlas.update_agenda_item", { agenda_item_id: item.id, company, status: next }, t("atlas.edited", { title: item.title }));
  return (
    <div className="flex min-h-[46px] items-center gap-3 px-4 py-2 text-sm">
      <div className="min-w-0 flex-1">
        <p className={status === "discussed" ? "text-muted" : "text-fg"}>{item.title}</p>
        {item.description && <p className="mt-0.5 text-xs whitespace-pre-wrap text-muted">{item.description}</p>}
      </div>
      <Select
        label={t("atlas.agenda.status", { title: item.title })}
        value={status}
        options={[...new Set([...STATUSES, status])].map((value) => ({ value, label: statusWords(value, t) }))}
        onChange={choose}
        className="w-32"
      />
      <ItemMenu item={item} company={company} inList />
    </div>
  );
}
