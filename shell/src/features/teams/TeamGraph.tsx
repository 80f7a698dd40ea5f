import { type CSSProperties, useEffect, useId, useRef, useState } from "react";

import type { AgentTeam, SpeakingNow, TeamMember } from "@/api";
import { useT } from "@/i18n";
import { Badge, Card, classes, PersonaMark, StatusDot } from "@/ui";
import { CARD, layoutOf, lineOf } from "./layout";
import { useMembers } from "./useMembers";

interface TeamGraphProps {
  readonly team: AgentTeam;
  readonly now: readonly SpeakingNow[];
}

/** The members as cards, connected by the lines along which they hand over; whoever works is marked. */
export function TeamGraph({ team, now }: TeamGraphProps) {
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  const arrow = useId();
  const [room, setRoom] = useState(640);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const watcher = new ResizeObserver(() => setRoom(element.clientWidth));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  const agents = team.agents.map(({ agent }) => agent);
  const layout = layoutOf(agents, room);
  const busy = new Map(now.map((each) => [each.agent, each]));
  return (
    <div ref={box} className="w-full min-w-0">
      <div className="relative" style={{ height: layout.height, width: layout.width }}>
        <svg aria-hidden width={layout.width} height={layout.height} className="absolute inset-0 text-line-strong">
          <defs>
            <marker id={arrow} viewBox="0 0 8 8" refX="6" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse">
              <path d="M 0 0 L 8 4 L 0 8 z" fill="currentColor" />
            </marker>
          </defs>
          {team.handoff_rules.map((rule, index) => {
            const line = lineOf(rule, layout);
            const isLive = busy.has(rule.to_agent);
            return (
              line && (
                <path
                  key={index}
                  d={line}
                  fill="none"
                  stroke="currentColor"
                  strokeWidth={isLive ? 2 : 1.5}
                  strokeDasharray={rule.strategy === "interrupt" ? "4 4" : undefined}
                  markerEnd={`url(#${CSS.escape(arrow)})`}
                  className={classes(isLive && "text-accent")}
                />
              )
            );
          })}
        </svg>
        <ul aria-label={t("teams.picture")} className="absolute inset-0">
          {team.agents.map((member) => {
            const place = layout.places.get(member.agent) ?? { x: 0, y: 0 };
            const style: CSSProperties = { left: place.x, top: place.y, width: CARD.width, height: CARD.height };
            return (
              <li key={member.agent} className="absolute" style={style}>
                <MemberCard member={member} isReviewer={team.review?.reviewer === member.agent} now={busy.get(member.agent)} />
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}

interface MemberCardProps {
  readonly member: TeamMember;
  readonly isReviewer: boolean;
  readonly now: SpeakingNow | undefined;
}

function MemberCard({ member, isReviewer, now }: MemberCardProps) {
  const t = useT();
  const { whoIs, called } = useMembers();
  const who = whoIs(member.agent);
  return (
    <Card className={classes("flex size-full flex-col gap-1.5 overflow-hidden p-3", now && "border-accent")}>
      <div className="flex items-center gap-2">
        <PersonaMark size="sm" icon={who?.icon ?? "bot"} color={who?.color ?? "gray"} />
        <span className="min-w-0 flex-1 truncate text-sm font-semibold">{called(member.agent)}</span>
        {now && <StatusDot status={now.isWaiting ? "wait" : "run"} label={t(now.isWaiting ? "teams.waits" : "teams.works", { name: called(member.agent), why: now.why })} />}
        {isReviewer && <Badge>{t("teams.reviewer")}</Badge>}
      </div>
      {member.role !== "" && <p className="line-clamp-2 text-xs text-muted">{member.role}</p>}
      {(member.skills ?? []).length > 0 && <p className="mt-auto truncate text-2xs text-muted">{(member.skills ?? []).join(" · ")}</p>}
    </Card>
  );
}
