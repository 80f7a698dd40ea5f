import { FileText } from "lucide-react";

import { useT } from "@/i18n";
import { Badge, Button, Card, DropZone, LinkCard, Row, StatusDot, VirtualGrid, VirtualList } from "@/ui";
import type { Group } from "../specimen";

const MANY = Array.from({ length: 1_000 }, (_, index) => `note-${index + 1}.md`);
const SOME = MANY.slice(0, 6);

function RowList() {
  const t = useT();
  return (
    <Card className="divide-y divide-line overflow-hidden">
      <Row leading={<StatusDot status="run" />} title="Atlas" detail={t("status.executing")} trailing="00:42" href="/design" />
      <Row leading={<StatusDot status="wait" />} title="Forge" trailing={<Badge tone="warn">{t("status.waiting")}</Badge>} onClick={() => undefined} />
      <Row leading={<FileText aria-hidden className="size-4 text-muted" />} title="notes.md" selected />
      <Row title="a-name-that-is-much-too-long-to-fit-into-its-place-completely-and-is-cut-off-where-the-row-ends.md" trailing="3 MB" />
    </Card>
  );
}

const Cards = () => <Card className="p-4 text-sm">Atlas</Card>;

const LinkCards = () => (
  <LinkCard href="/design" title="Atlas">
    <p className="text-sm text-muted">School Power</p>
  </LinkCard>
);

const Lists = () => (
  <VirtualList own items={MANY} keyOf={(name) => name} estimate={32} label="notes" className="h-36 rounded-md border border-line">
    {(name) => <div className="px-3 py-1.5 text-sm">{name}</div>}
  </VirtualList>
);

const Grids = () => (
  <VirtualGrid items={SOME} keyOf={(name) => name} minWidth={120} rowHeight={40} label="notes">
    {(name, { tabIndex }) => (
      <Button tabIndex={tabIndex} className="w-full">
        {name}
      </Button>
    )}
  </VirtualGrid>
);

function Drops() {
  const t = useT();
  return (
    <DropZone onFiles={() => undefined}>
      <div className="grid h-20 place-items-center rounded-lg border border-dashed border-line-strong text-sm text-muted">{t("ui.drop")}</div>
    </DropZone>
  );
}

export const LISTS: Group = {
  id: "lists",
  titleKey: "design.lists",
  specimens: [
    { names: ["Row"], Show: RowList },
    { names: ["Card"], Show: Cards },
    { names: ["LinkCard"], Show: LinkCards },
    { names: ["VirtualList"], Show: Lists },
    { names: ["VirtualGrid"], Show: Grids },
    { names: ["DropZone"], Show: Drops },
  ],
};
