import { useState } from "react";

import { useT } from "@/i18n";
import { useLayout } from "@/state";
import { Dialog, Kbd, SearchField } from "@/ui";
import { shortcutGroups } from "./shortcuts";

/** The field is what one came for; a dialog by itself gives the focus to its first button. */
function takeFocus(field: HTMLInputElement | null): void {
  requestAnimationFrame(() => field?.focus());
}

/** Every shortcut there is, in groups, to be searched. */
export function ShortcutsDialog() {
  const t = useT();
  const open = useLayout((state) => state.shortcuts);
  const show = useLayout((state) => state.showShortcuts);
  const [words, setWords] = useState("");
  const groups = shortcutGroups(words, t);
  const close = () => {
    show(false);
    setWords("");
  };
  return (
    <Dialog open={open} onClose={close} title={t("shortcuts.title")} about={t("shortcuts.about")} width="lg">
      <SearchField ref={takeFocus} value={words} onChange={setWords} label={t("shortcuts.search")} className="mb-3 w-full" />
      <div className="gap-x-10 pb-3 sm:columns-2">
        {groups.map((group) => (
          <section key={group.id} aria-labelledby={`shortcuts-${group.id}`} className="mb-4 break-inside-avoid">
            <h3 id={`shortcuts-${group.id}`} className="mb-1 text-2xs font-medium text-muted">
              {t(`shortcuts.group.${group.id}`)}
            </h3>
            <dl>
              {group.rows.map((row) => (
                <div key={row.id} className="flex min-h-8 items-center justify-between gap-4 text-sm">
                  <dt>{row.label}</dt>
                  <dd className="flex shrink-0 gap-1">
                    {row.keys.map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      {groups.length === 0 && <p className="pb-6 text-center text-sm text-muted">{t("palette.nothing")}</p>}
    </Dialog>
  );
}
