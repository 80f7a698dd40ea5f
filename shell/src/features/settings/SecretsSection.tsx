import { KeyRound, Trash2 } from "lucide-react";
import { useState } from "react";

import { type SecretInfo, useSaveSecret, useSecrets } from "@/api";
import { useT } from "@/i18n";
import { Rows, RowsSkeleton, tellTrouble, Trouble } from "@/stage";
import { Badge, Button, Dialog, EmptyState, IconButton, Row } from "@/ui";
import { NewSecret } from "./NewSecret";
import { noteSave } from "./useEdit";

/** Secrets: which there are, masked; add and delete, never read. */
export function SecretsSection() {
  const t = useT();
  const { data: secrets, error, refetch } = useSecrets();
  const [leaving, setLeaving] = useState<SecretInfo | null>(null);
  return (
    <>
      <p className="text-sm text-muted">{t("settings.secrets.about")}</p>
      {secrets === undefined ? (
        error ? (
          <Trouble error={error} onRetry={() => void refetch()} />
        ) : (
          <RowsSkeleton count={2} />
        )
      ) : secrets.length === 0 ? (
        <EmptyState icon={KeyRound} title={t("settings.secrets.empty")}>
          {t("settings.secrets.empty.about")}
        </EmptyState>
      ) : (
        <Rows label={t("settings.secrets")}>
          {secrets.map((secret) => (
            <Row
              key={secret.name}
              leading={<KeyRound aria-hidden className="size-4 shrink-0 text-muted" />}
              title={<span className="font-mono text-xs">{secret.name}</span>}
              detail={<span className="font-mono">{secret.masked}</span>}
              trailing={
                <>
                  <Badge>{t(`settings.secrets.${secret.source}`)}</Badge>
                  {secret.source === "stored" && (
                    <IconButton
                      icon={Trash2}
                      size="sm"
                      label={t("settings.secrets.delete", { name: secret.name })}
                      onClick={() => setLeaving(secret)}
                    />
                  )}
                </>
              }
            />
          ))}
        </Rows>
      )}
      <NewSecret />
      <DeleteDialog secret={leaving} onClose={() => setLeaving(null)} />
    </>
  );
}

function DeleteDialog({ secret, onClose }: { readonly secret: SecretInfo | null; readonly onClose: () => void }) {
  const t = useT();
  const { mutate, isPending } = useSaveSecret();
  const name = secret?.name ?? "";
  const remove = () =>
    mutate(
      { name, value: null },
      { onSuccess: noteSave, onError: (error) => tellTrouble(error, t), onSettled: onClose },
    );
  return (
    <Dialog
      open={secret !== null}
      onClose={onClose}
      width="sm"
      title={t("settings.secrets.delete.ask", { name })}
      about={t("settings.secrets.delete.about")}
      footer={
        <>
          <Button onClick={onClose}>{t("words.cancel")}</Button>
          <Button tone="danger" busy={isPending} onClick={remove}>
            {t("words.delete")}
          </Button>
        </>
      }
    />
  );
}
