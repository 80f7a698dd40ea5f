import { ListPlus, Send, ShieldCheck } from "lucide-react";
import { type KeyboardEvent, useState } from "react";

import { type AgentFields, useTryAgent } from "@/api";
import { useT } from "@/i18n";
import { Section, Trouble } from "@/stage";
import { Button, Card, Textarea } from "@/ui";
import { TriedOnce } from "./TriedOnce";
import { type States, statesOf } from "./subjects";

const MOST_SHOWN = 10;

interface TryOutProps {
  /** Its id, or the one it might have. */
  readonly agent: string;
  readonly draft: AgentFields | null;
  /** Which states of it there are to be asked. */
  readonly states: States;
  /** Keep a question among the agent's test questions; left out while there is nobody to keep it for. */
  readonly onKeep?: (words: string) => void;
}

/** One question to the saved version, to the draft beside it where something is not saved, or to what was never saved. */
export function TryOut({ agent, draft, states, onKeep }: TryOutProps) {
  const t = useT();
  const [words, setWords] = useState("");
  const [tried, setTried] = useState<readonly string[]>([]);
  const ask = useTryAgent(agent);
  const send = () => {
    const asked = words.trim();
    if (asked === "" || ask.isPending) return;
    ask.mutate(
      { words: asked, subjects: statesOf(agent, draft, states) },
      {
        onSuccess: ({ trial }, here) => {
          if (here) setTried((now) => [trial, ...now].slice(0, MOST_SHOWN));
        },
      },
    );
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <Section title={t("evaluations.try")} about={t(`evaluations.try.about.${states}`)}>
      <Card className="flex flex-col gap-3 p-4">
        <Textarea
          aria-label={t("evaluations.try.words")}
          placeholder={t("evaluations.try.placeholder")}
          value={words}
          maxLength={4_000}
          onChange={(event) => setWords(event.target.value)}
          onKeyDown={press}
          className="max-h-60"
        />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <p className="flex min-w-0 flex-1 basis-60 items-start gap-2 text-xs text-muted">
            <ShieldCheck aria-hidden className="mt-px size-3.5 shrink-0 text-ok" />
            {t("evaluations.harmless")}
          </p>
          {onKeep && (
            <Button tone="quiet" icon={ListPlus} disabled={words.trim() === ""} onClick={() => onKeep(words.trim())}>
              {t("evaluations.try.keep")}
            </Button>
          )}
          <Button icon={Send} busy={ask.isPending} disabled={words.trim() === ""} onClick={send}>
            {t(states === "both" ? "evaluations.try.ask.both" : "evaluations.try.ask")}
          </Button>
        </div>
      </Card>
      {ask.error && <Trouble error={ask.error} />}
      {tried.map((trial) => (
        <TriedOnce key={trial} trial={trial} />
      ))}
    </Section>
  );
}
