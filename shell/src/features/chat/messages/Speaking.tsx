import { ArrowRight } from "lucide-react";
import { Link } from "wouter";

import type { Agent, Message } from "@/api";
import { nameOf, useT } from "@/i18n";
import { AgentIcon } from "../AgentIcon";
import type { Note } from "../model";

interface SpeakingProps {
  readonly notes: readonly Extract<Note, { kind: "routed" }>[];
  /** Who gave the answer, once it is there. */
  readonly said: Message["speaker"];
  readonly agents: readonly Agent[];
}

/** Who of a team speaks now and why, and through whose hands the work went before. */
export function Speaking({ notes, said, agents }: SpeakingProps) {
  const t = useT();
  const last = notes.at(-1);
  if (last === undefined) return null;
  const whoIs = (id: string) => agents.find((agent) => agent.id === id);
  const called = (id: string) => {
    const agent = whoIs(id);
    return agent ? nameOf(agent, t) : id;
  };
  const speaker = said?.agent ?? last.agent;
  return (
    <div className="-mb-1 flex flex-col gap-0.5 text-xs" aria-live="polite">
      <p className="flex flex-wrap items-center gap-x-1.5 gap-y-0.5">
        {notes.map(({ agent }, index) => (
          <span key={index} className="inline-flex items-center gap-1.5">
            {index > 0 && <ArrowRight aria-hidden className="size-3 text-muted" />}
            <AgentIcon agent={whoIs(agent)} />
            <span className={agent === speaker ? "font-medium" : "text-muted"}>{called(agent)}</span>
          </span>
        ))}
        <Link href={`/teams/${last.team}`} className="text-muted hover:underline">
          {t("chat.team")}
        </Link>
      </p>
      <p className="text-muted">{t(said === null ? "chat.speaks" : "chat.spoke", { name: called(speaker), why: said?.why ?? last.reason })}</p>
    </div>
  );
}
