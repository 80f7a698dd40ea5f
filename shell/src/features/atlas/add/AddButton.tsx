import { Plus } from "lucide-react";
import { useState } from "react";

import { useT } from "@/i18n";
import { Button } from "@/ui";
import { AddDialog } from "./AddDialog";
import type { AddKind } from "./kinds";

interface AddButtonProps {
  readonly kind: AddKind;
  readonly company: string;
  readonly parent?: string;
}

/** Makes another one, beside those there are. */
export function AddButton({ kind, company, parent }: AddButtonProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button tone="quiet" size="sm" icon={Plus} className="-mr-2" onClick={() => setOpen(true)}>
        {t(`atlas.add.${kind}`)}
      </Button>
      {open && <AddDialog kind={kind} company={company} parent={parent} onClose={() => setOpen(false)} />}
    </>
  );
}
