import { Plus } from "lucide-react";

import type { TestQuestion } from "@/api";
import { useT } from "@/i18n";
import { Button } from "@/ui";
import { QuestionCard } from "./QuestionCard";
import { freshQuestion } from "./questions";

interface QuestionListProps {
  readonly questions: readonly TestQuestion[];
  readonly onChange: (questions: readonly TestQuestion[]) => void;
}

/** Test questions to be written, one card each. */
export function QuestionList({ questions, onChange }: QuestionListProps) {
  const t = useT();
  return (
    <div className="flex flex-col gap-3">
      {questions.map((question, place) => (
        <QuestionCard
          key={question.id}
          question={question}
          place={place}
          onChange={(next) => onChange(questions.map((each) => (each.id === question.id ? next : each)))}
          onRemove={() => onChange(questions.filter((each) => each.id !== question.id))}
        />
      ))}
      <Button icon={Plus} className="self-start" onClick={() => onChange([...questions, freshQuestion(questions)])}>
        {t("evaluations.question.add")}
      </Button>
    </div>
  );
}
