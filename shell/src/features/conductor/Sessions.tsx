import { Lock, MessagesSquare, PowerOff } from "lucide-react";

import { type SessionView, useCloseSession, useConductorSessions } from "@/api";
import { useT } from "@/i18n";
import { Rows, Section, tellTrouble } from "@/stage";
import { useComposer, useLayout } from "@/state";
import { Button, IconButton, RelativeTime } from "@/ui";

interface SessionsProps {
  /** Only those with this agent. */
  readonly of?: string;
}

/** Sessions under way: go on talking, or end them. */
export function Sessions({ of }: SessionsProps) {
  const t = useT();
  const { data: sessions = [] } = useConductorSessions();
  const shown = sessions.filter(({ agent, is_open }) => is_open && (of === undefined || agent.ref === of));
  if (shown.length === 0) return null;
  return (
    <Section title={t("conductor.sessions")}>
      <Rows label={t("conductor.sessions")}>
        {shown.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </Rows>
    </Section>
  );
}

function SessionRow({ session }: { readonly session: SessionView }) {
  const t = useT();
  const close = useCloseSession();
  const go = () => {
    useComposer.getState().open(session.conversation);
    useLayout.getState().showChat(true);
  };
  const Icon = session.protected ? Lock : MessagesSquare;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-sm">
      <Icon aria-hidden className={session.protected ? "size-4 shrink-0 text-bad-text" : "size-4 shrink-0 text-muted"} />
      <span className="min-w-0 flex-1 basis-48">
        <span className="block truncate text-fg">{session.agent.id}</span>
        <span className="block truncate text-xs text-muted">
          {session.environment} / {session.project} · {t(`conductor.onwrite.${session.on_write}.short`)} · {t("conductor.turns", { count: session.turns })} ·{" "}
          <RelativeTime iso={session.opened_at} />
        </span>
      </span>
      <Button size="sm" onClick={go}>
        {t("conductor.session.go")}
      </Button>
      <IconButton
        icon={PowerOff}
        label={t("conductor.session.close")}
        onClick={() => close.mutate(session.id, { onError: (error) => tellTrouble(error, t) })}
      />
    </div>
  );
}
