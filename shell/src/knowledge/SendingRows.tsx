import { useQueryClient } from "@tanstack/react-query";
import { FileUp, RotateCw, TriangleAlert, X } from "lucide-react";
import { useEffect } from "react";
import { useLocation } from "wouter";

import { keys } from "@/api";
import { useI18n } from "@/i18n";
import { Rows, troubleOf } from "@/stage";
import { announce } from "@/state";
import { classes, IconButton, Progress, toast } from "@/ui";
import { documentPath } from "./kinds";
import { type Parcel, useSending } from "./sending";

/** Files on their way, and those that did not make it. Nothing when there are none. */
export function SendingRows() {
  const { t } = useI18n();
  const parcels = useSending((state) => state.parcels);
  useArrivals();
  if (parcels.length === 0) return null;
  return (
    <Rows label={t("knowledge.sending")}>
      {parcels.map((parcel) => (
        <ParcelRow key={parcel.id} parcel={parcel} />
      ))}
    </Rows>
  );
}

function ParcelRow({ parcel }: { readonly parcel: Parcel }) {
  const { t, format } = useI18n();
  const { retry, drop } = useSending.getState();
  const { id, files, status, part, error } = parcel;
  const bad = status === "failed" || status === "refused";
  const name = files[0]?.name ?? "";
  const Icon = bad ? TriangleAlert : FileUp;
  const words = troubleOf(error, t);
  return (
    <div role={bad ? "alert" : undefined} className={classes("flex min-h-[38px] gap-3 px-4 py-1.5 text-sm", bad ? "items-start" : "items-center")}>
      <Icon aria-hidden className={bad ? "mt-0.5 size-4 shrink-0 text-bad" : "size-4 shrink-0 text-muted"} />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-fg">
          {bad && files.length === 1 ? name : t("knowledge.sending.progress", { count: files.length, name })}
        </span>
        {bad && (
          <span className="block text-xs text-bad-text">
            {words.message}
            {words.hint && <span className="block text-muted">{words.hint}</span>}
          </span>
        )}
      </span>
      {!bad && <Progress value={part} label={t("knowledge.sending.progress", { count: files.length, name })} className="max-w-32" />}
      {!bad && <span className="w-16 shrink-0 text-right text-xs text-muted tabular-nums">{format.bytes(files.reduce((sum, { size }) => sum + size, 0))}</span>}
      {status === "failed" && <IconButton icon={RotateCw} size="sm" label={t("words.retry")} onClick={() => retry(id)} />}
      <IconButton icon={X} size="sm" label={t(bad ? "knowledge.sending.dismiss" : "knowledge.sending.stop", { name })} onClick={() => drop(id)} />
    </div>
  );
}

/** Says what came of a parcel: what is read now, and what was here already. */
function useArrivals(): void {
  const { t } = useI18n();
  const cache = useQueryClient();
  const [, navigate] = useLocation();
  const arrived = useSending((state) => state.arrived);
  useEffect(() => {
    if (arrived === null) return;
    useSending.setState({ arrived: null });
    void cache.invalidateQueries({ queryKey: keys.knowledge });
    const { documents, unchanged } = arrived;
    const [fresh, known] = [documents[0], unchanged[0]];
    if (fresh) announce(t("knowledge.added", { count: documents.length, name: fresh.title }));
    if (known) {
      toast(t("knowledge.unchanged", { count: unchanged.length, name: known.name }), {
        action: { label: t("words.open"), onClick: () => navigate(documentPath(known.document)) },
      });
    }
  }, [arrived, cache, navigate, t]);
}
