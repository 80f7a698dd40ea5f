import { Plus } from "lucide-react";
import { useState } from "react";

import { useT } from "@/i18n";
import { MenuButton } from "@/ui";
import { AddDialog } from "./AddDialog";
import type { AddKind } from "./kinds";

const KINDS: readonly AddKind[] = ["objective", "project", "pillar", "meeting"];

/** Makes something new in a company. */
export function AddMenu({ company }: { readonly company: string }) {
  const t = useT();
  const [kind, setKind] = useState<AddKind | null>(null);
  return (
    <>
      <MenuButton text icon={Plus} align="end" label={t("atlas.add")} items={KINDS.map((each) => ({ id: each, label: t(`atlas.add.${each}`), onSelect: () => setKind(each) }))} />
      {kind !== null && <AddDialog kind={kind} company={company} onClose={() => setKind(null)} />}
    </>
  );
}
