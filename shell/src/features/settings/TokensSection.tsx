import { Ticket, Trash2 } from "lucide-react";
import { useState } from "react";

import { type AccessToken, useRevokeToken, useTokens } from "@/api";
import { useI18n } from "@/i18n";
import { Rows, RowsSkeleton, tellTrouble, Trouble } from "@/stage";
import { Badge, Button, Dialog, EmptyState, IconButton, Row } from "@/ui";
import { NewToken } from "./NewToken";
import { noteSave } from "./useEdit";

/** Tokens for programs: which there are and what each may do; made and revoked here, shown once. */
export function TokensSection() {
  const { t, format } = useI18n();
  const { data: tokens, error, refetch } = useTokens();
  const [leaving, setLeaving] = useState<AccessToken | null>(null);
  return (
    <>
      <p className="text-sm text-muted">{t("settings.tokens.about")}</p>
      {tokens === undefined ? (
        error ? (
          <Trouble error={error} onRetry={() => void refetch()} />
        ) : (
          <RowsSkeleton count={2} />
        )
      ) : tokens.length === 0 ? (
        <EmptyState icon={Ticket} title={t("settings.tokens.empty")}>
          {t("settings.tokens.empty.about")}
        </EmptyState>
      ) : (
        <Rows label={t("settings.tokens")}>
          {tokens.map((token) => (
            <Row
              key={token.id}
              leading={<Ticket aria-hidden className="size-4 shrink-0 text-muted" />}
              title={token.name}
              detail={<span className="font-mono text-xs">{token.scopes.join(" ")}</span>}
              trailing={
                <>
                  <Badge>{t("settings.tokens.until", { day: format.due(token.expires_at) })}</Badge>
                  <IconButton
                    icon={Trash2}
                    size="sm"
                    label={t("settings.tokens.revoke", { name: token.name })}
                    onClick={() => setLeaving(token)}
                  />
                </>
              }
            />
          ))}
        </Rows>
      )}
      <NewToken />
      <RevokeDialog token={leaving} onClose={() => setLeaving(null)} />
    </>
  );
}

function RevokeDialog({ token, onClose }: { readonly token: AccessToken | null; readonly onClose: () => void }) {
  const { t } = useI18n();
  const { mutate, isPending } = useRevokeToken();
  const revoke = () =>
    mutate(token?.id ?? "", { onSuccess: noteSave, onError: (error) => tellTrouble(error, t), onSettled: onClose });
  return (
    <Dialog
      open={token !== null}
      onClose={onClose}
      width="sm"
      title={t("settings.tokens.revoke.ask", { name: token?.name ?? "" })}
      about={t("settings.tokens.revoke.about")}
      footer={
        <>
          <Button onClick={onClose}>{t("words.cancel")}</Button>
          <Button tone="danger" busy={isPending} onClick={revoke}>
            {t("settings.tokens.revoke.do")}
          </Button>
        </>
      }
    />
  );
}
