import type { AtlasItem } from "@/api";
import { Rows, Section } from "@/stage";
import { ItemRow } from "./ItemRow";

/** Items this one has to do with; nothing is shown when there are none. */
export function Linked({ title, items }: { readonly title: string; readonly items: readonly AtlasItem[] }) {
  if (items.length === 0) return null;
  return (
    <Section title={title}>
      <Rows label={title}>
        {items.map((item) => (
          <ItemRow key={item.id} item={item} />
        ))}
      </Rows>
    </Section>
  );
}
