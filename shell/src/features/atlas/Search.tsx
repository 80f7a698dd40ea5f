import { Search as Glass } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import { useLocation } from "wouter";

import { type AtlasItem, useAtlasSearch } from "@/api";
import { type Key, useT } from "@/i18n";
import { useSettled } from "@/stage";
import { classes, IconButton, Popover, SearchField } from "@/ui";
import { itemPath } from "./paths";
import { BandDot } from "./pieces/Band";

/** Finds anything of a company by a few words or its short id; arrows choose, Enter opens. */
export function Search({ company }: { readonly company: string }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      align="end"
      label={t("atlas.search")}
      className="w-[min(420px,calc(100vw-24px))] p-2"
      trigger={<IconButton icon={Glass} label={t("atlas.search.open")} />}
    >
      <Found company={company} onChosen={() => setOpen(false)} />
    </Popover>
  );
}

function Found({ company, onChosen }: { readonly company: string; readonly onChosen: () => void }) {
  const t = useT();
  const id = useId();
  const [, go] = useLocation();
  const [words, setWords] = useState("");
  const [at, setAt] = useState(0);
  const settled = useSettled(words.trim(), 120);
  const { data } = useAtlasSearch(company, settled);
  const items = settled === "" ? [] : (data?.items ?? []).filter((item) => itemPath(item.id) !== undefined);
  const choose = (item: AtlasItem | undefined) => {
    const path = item && itemPath(item.id);
    if (path === undefined) return;
    onChosen();
    go(path);
  };
  const press = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (event.key === "Enter") choose(items[at]);
    else if (step !== 0 && items.length > 0) setAt((at + step + items.length) % items.length);
    else return;
    event.preventDefault();
  };
  return (
    <div onKeyDown={press} className="flex flex-col gap-1.5">
      <SearchField
        label={t("atlas.search")}
        value={words}
        onChange={(next) => {
          setWords(next);
          setAt(0);
        }}
        className="w-full"
      />
      {items.length === 0 ? (
        <p className="px-2 py-3 text-center text-xs text-muted">{settled !== "" && data ? t("atlas.search.none") : t("atlas.search.hint")}</p>
      ) : (
        <ul id={id} aria-label={t("atlas.search")} className="max-h-80 overflow-y-auto">
          {items.map((item, index) => (
            <li key={item.id}>
              <button
                type="button"
                tabIndex={-1}
                aria-current={index === at || undefined}
                onPointerMove={() => setAt(index)}
                onClick={() => choose(item)}
                className={classes("flex w-full items-center gap-2.5 rounded-sm px-2 py-1.5 text-left", index === at && "bg-hover")}
              >
                <BandDot band={item.band} spoken />
                <span className="flex min-w-0 flex-1 flex-col">
                  <span className="truncate text-sm text-fg">{item.title}</span>
                  <span className="truncate text-xs text-muted">{item.path.join(" › ") || t(`atlas.kind.${item.kind}` as Key & "atlas.kind.task")}</span>
                </span>
                <span className="text-2xs text-muted tabular-nums">{item.id}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
