/** Choosing several. Pure. */

/** What is chosen, and the place that a range is measured from. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly anchor: string | null;
}

export const NOTHING: Selection = { ids: new Set(), anchor: null };

/** Choose one more, or let it go. */
export function toggled(selection: Selection, id: string): Selection {
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids, anchor: id };
}

/** Choose everything from the anchor to this one, besides what is chosen. */
export function extended(selection: Selection, id: string, order: readonly string[]): Selection {
  const from = selection.anchor === null ? -1 : order.indexOf(selection.anchor);
  const to = order.indexOf(id);
  if (from === -1 || to === -1) return toggled(selection, id);
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: new Set([...selection.ids, ...range]), anchor: selection.anchor };
}

/** Choose all of them. */
export function everything(order: readonly string[]): Selection {
  return { ids: new Set(order), anchor: order[0] ?? null };
}

/** Without what is not there any more. */
export function stillThere(selection: Selection, order: readonly string[]): Selection {
  if (selection.ids.size === 0) return selection;
  const ids = order.filter((id) => selection.ids.has(id));
  if (ids.length === selection.ids.size) return selection;
  const anchor = selection.anchor !== null && order.includes(selection.anchor) ? selection.anchor : null;
  return { ids: new Set(ids), anchor };
}
