import { useState } from "react";

import type { WebOperation } from "@/api";
import { useT } from "@/i18n";
import { Badge, Button, Card, ForeignText } from "@/ui";
import { TryOperation } from "./TryOperation";

const isReading = (method: string) => method === "GET" || method === "HEAD";

/** One operation: its request, what the document says of it, and a way to try it. */
export function OperationCard({ operation }: { readonly operation: WebOperation }) {
  const t = useT();
  const [trying, setTrying] = useState(false);
  const names = Object.keys((operation.arguments?.properties ?? {}) as Record<string, unknown>);
  return (
    <Card role="group" aria-label={operation.operation} className="flex flex-col gap-2 p-4">
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={isReading(operation.method) ? "neutral" : "warn"}>{operation.method}</Badge>
        <h3 className="min-w-0 font-mono text-sm font-semibold wrap-anywhere">
          <ForeignText place="name">{operation.path}</ForeignText>
        </h3>
        <Button className="ml-auto" aria-expanded={trying} onClick={() => setTrying(!trying)}>
          {t("openapi.try")}
        </Button>
      </div>
      {operation.summary && (
        <p className="text-sm text-muted">
          <ForeignText>{operation.summary}</ForeignText>
        </p>
      )}
      <p className="font-mono text-xs text-muted wrap-anywhere">
        {t("openapi.arguments")}: <ForeignText place="name">{names.join(", ") || "–"}</ForeignText>
      </p>
      {(operation.notes ?? []).map((note) => (
        <p key={note} className="text-xs text-muted">
          <ForeignText>{note}</ForeignText>
        </p>
      ))}
      {trying && <TryOperation operation={operation} />}
    </Card>
  );
}
