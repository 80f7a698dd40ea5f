import type { ReactNode } from "react";

/** Columns of cards, as many as fit. */
export const CARD_COLUMNS = "grid gap-3 grid-cols-[repeat(auto-fill,minmax(min(100%,280px),1fr))]";

interface CardGridProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item, index: number) => string;
  readonly children: (item: Item) => ReactNode;
}

/** A list of cards side by side, as many as fit. */
export function CardGrid<Item>({ label, items, keyOf, children }: CardGridProps<Item>) {
  return (
    <ul aria-label={label} className={CARD_COLUMNS}>
      {items.map((item, index) => (
        <li key={keyOf(item, index)} className="flex">
          {children(item)}
        </li>
      ))}
    </ul>
  );
}
