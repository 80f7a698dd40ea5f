import { ACTIONS, chordText } from "@/actions";
import { useT } from "@/i18n";
import { useLayout } from "@/state";
import { Dialog, Kbd } from "@/ui";

/** Every shortcut there is. */
export function ShortcutsDialog() {
  const t = useT();
  const open = useLayout((state) => state.shortcuts);
  const show = useLayout((state) => state.showShortcuts);
  const rows = [
    ...ACTIONS.filter((action) => action.keys).map((action) => ({
      id: action.id,
      label: t(action.labelKey),
      keys: [chordText(action.keys ?? "")],
    })),
    { id: "send", label: t("shortcuts.send"), keys: [chordText("enter")] },
    { id: "newline", label: t("shortcuts.newline"), keys: [chordText("shift+enter")] },
    { id: "decide", label: t("shortcuts.decide"), keys: ["A", "D"] },
  ];
  return (
    <Dialog open={open} onClose={() => show(false)} title={t("shortcuts.title")} about={t("shortcuts.about")} width="sm">
      <dl className="divide-y pb-3">
        {rows.map((row) => (
          <div key={row.id} className="flex h-9 items-center justify-between gap-4">
            <dt>{row.label}</dt>
            <dd className="flex gap-1">
              {row.keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
