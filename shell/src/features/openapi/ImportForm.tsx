import { type ReactNode, useState } from "react";

import { useApisChanged, useKeepDocument, type WebApiDraft } from "@/api";
import { HandDialog } from "@/decisions";
import { useT } from "@/i18n";
import { Trouble } from "@/stage";
import { Button } from "@/ui";
import { ApiFields } from "./ApiFields";
import { draftOf, isComplete, placeOf, type Written } from "./draft";

interface ImportFormProps {
  readonly initial: Written;
  readonly label: string;
  /** Whether the API is there already, so that its name stays. */
  readonly hasId: boolean;
  readonly onImported: (id: string) => void;
  readonly aside?: ReactNode;
}

/** A document to import: kept first, then shown with all it brings, and imported exactly as it was shown. */
export function ImportForm({ initial, label, hasId, onImported, aside }: ImportFormProps) {
  const t = useT();
  const [written, write] = useState(initial);
  const [shown, show] = useState<WebApiDraft>();
  const keep = useKeepDocument();
  const changed = useApisChanged();
  const id = written.id.trim();
  return (
    <form
      aria-label={label}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        keep.mutate(placeOf(written), { onSuccess: (artifact, here) => here && show(draftOf(written, artifact)) });
      }}
    >
      <ApiFields written={written} hasId={hasId} onChange={(fields) => write({ ...written, ...fields })} />
      {keep.error && <Trouble error={keep.error} />}
      <div className="flex gap-2">
        <Button type="submit" tone="primary" busy={keep.isPending} disabled={!isComplete(written)}>
          {t("openapi.look")}
        </Button>
        {aside}
      </div>
      <HandDialog
        open={shown !== undefined}
        capability="openapi.import_api"
        params={{ id, api: shown ?? {} }}
        title={t("openapi.import.title", { id })}
        onClose={(outcome) => {
          show(undefined);
          if (outcome === undefined) return;
          void changed();
          onImported(id);
        }}
      />
    </form>
  );
}
