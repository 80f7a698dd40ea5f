/** The list of shortcuts: what the actions say, and the few keys that belong to one place. Pure. */

import { type ActionGroup, chordKeys } from "@/actions";
import type { Translate } from "@/i18n";
import { match } from "./palette/matching";
import { ALL_ACTIONS } from "./screens";

interface ShortcutRow {
  readonly id: string;
  readonly group: ActionGroup;
  readonly label: string;
  readonly keys: readonly string[];
}

interface ShortcutGroup {
  readonly id: ActionGroup;
  readonly rows: readonly ShortcutRow[];
}

const ORDER: readonly ActionGroup[] = ["find", "go", "make", "chat", "desk"];

/** The shortcuts that these words may mean, in groups. */
export function shortcutGroups(words: string, t: Translate): readonly ShortcutGroup[] {
  const rows = [...actionRows(t), ...placeRows(t)].filter((row) => match(words, row.label) !== null);
  return ORDER.map((id) => ({ id, rows: rows.filter((row) => row.group === id) })).filter(({ rows }) => rows.length > 0);
}

function actionRows(t: Translate): readonly ShortcutRow[] {
  return ALL_ACTIONS.flatMap(({ id, group, labelKey, keys }) =>
    keys === undefined ? [] : [{ id, group, label: t(labelKey), keys: chordKeys(keys) }],
  );
}

/** Keys that work where one is, not from anywhere. */
function placeRows(t: Translate): readonly ShortcutRow[] {
  return [
    { id: "send", group: "chat", label: t("shortcuts.send"), keys: chordKeys("enter") },
    { id: "newline", group: "chat", label: t("shortcuts.newline"), keys: chordKeys("shift+enter") },
    { id: "decide", group: "desk", label: t("shortcuts.decide"), keys: ["A", "D"] },
  ];
}
