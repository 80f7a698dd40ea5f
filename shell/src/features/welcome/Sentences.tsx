import { ArrowRight } from "lucide-react";

import { useSuggestions } from "@/api";
import { useT } from "@/i18n";
import { Rows, RowsSkeleton, Section, Trouble } from "@/stage";
import { Row } from "@/ui";

interface SentencesProps {
  readonly app: string;
  readonly project: string | undefined;
  readonly onSay: (sentence: string) => void;
}

/** Three sentences that work at once, with names that are there; a click says one in the chat. */
export function Sentences({ app, project, onSay }: SentencesProps) {
  const t = useT();
  const { data, error, refetch } = useSuggestions({ app, project });
  return (
    <Section title={t("welcome.try")} about={t("welcome.try.about")}>
      {data === undefined ? (
        error ? (
          <Trouble error={error} onRetry={() => void refetch()} />
        ) : (
          <RowsSkeleton />
        )
      ) : (
        <Rows label={t("welcome.try")}>
          {data.sentences.map((sentence) => (
            <Row
              key={sentence}
              title={<span className="whitespace-normal">“{sentence}”</span>}
              onClick={() => onSay(sentence)}
              trailing={<ArrowRight aria-hidden className="size-4" />}
            />
          ))}
        </Rows>
      )}
    </Section>
  );
}
