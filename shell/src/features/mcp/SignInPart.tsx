import { ExternalLink, LogIn, LogOut } from "lucide-react";

import { useMcpSignIn, useSignInAtMcp, useSignOutOfMcp } from "@/api";
import { useT } from "@/i18n";
import { Section, Trouble } from "@/stage";
import { Button, ForeignText } from "@/ui";

/** Signing in at a server: begun here, done in the browser at a click, and taken back. */
export function SignInPart({ id }: { readonly id: string }) {
  const t = useT();
  const { data: found } = useMcpSignIn(id);
  const begin = useSignInAtMcp(id);
  const leave = useSignOutOfMcp(id);
  const isIn = found?.state === "signed_in";
  const isWaiting = found?.state === "waiting" && found.url;
  return (
    <Section
      title={t("mcp.signin")}
      about={t("mcp.signin.about")}
      aside={
        <div className="flex flex-wrap gap-2">
          {isIn && (
            <Button icon={LogOut} busy={leave.isPending} onClick={() => leave.mutate()}>
              {t("mcp.signin.out")}
            </Button>
          )}
          <Button tone={isIn || isWaiting ? undefined : "primary"} icon={LogIn} busy={begin.isPending} onClick={() => begin.mutate()}>
            {t(isIn || isWaiting ? "mcp.signin.again" : "mcp.signin.do")}
          </Button>
        </div>
      }
    >
      <div aria-live="polite" className="flex flex-col gap-2 text-sm">
        {begin.error && <Trouble error={begin.error} />}
        {isWaiting && (
          <>
            <a href={found.url ?? undefined} target="_blank" rel="noopener noreferrer" className="inline-flex w-fit items-center gap-1.5 rounded-sm font-medium text-accent underline">
              <ExternalLink aria-hidden className="size-4" />
              <ForeignText place="name">{t("mcp.signin.open", { host: found.host ?? "" })}</ForeignText>
            </a>
            <p className="text-muted">{t("mcp.signin.waiting")}</p>
          </>
        )}
        {isIn && (
          <p>
            <ForeignText place="name">{t("mcp.signin.done", { issuer: found.issuer ?? "" })}</ForeignText>
          </p>
        )}
        {found?.state === "failed" && <p className="text-bad-text">{t("mcp.signin.failed", { problem: found.problem ?? "" })}</p>}
        {found?.state === "none" && <p className="text-muted">{t("mcp.signin.none")}</p>}
      </div>
    </Section>
  );
}
