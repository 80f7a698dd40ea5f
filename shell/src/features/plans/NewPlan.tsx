import { ClipboardList, Sparkles } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";

import { useMakePlan, useProjects } from "@/api";
import { projectNameOf, useI18n } from "@/i18n";
import { Trouble } from "@/stage";
import { announce } from "@/state";
import { Button, Card, Select } from "@/ui";

const EXAMPLES = ["plans.example.notes", "plans.example.set", "plans.example.week"] as const;

interface NewPlanProps {
  readonly focused: boolean;
  /** Whether examples stand below it: there is no plan yet. */
  readonly examples: boolean;
}

/** Words that become a plan. Planning only looks: nothing is done before it was approved. */
export function NewPlan({ focused, examples }: NewPlanProps) {
  const { t, locale } = useI18n();
  const [, go] = useLocation();
  const field = useRef<HTMLTextAreaElement>(null);
  const [words, setWords] = useState("");
  const [project, setProject] = useState("home");
  const { data: projects = [] } = useProjects();
  const { mutate, isPending, error, data, reset } = useMakePlan();
  useEffect(() => {
    if (focused) field.current?.focus();
  }, [focused]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (words.trim() === "" || isPending) return;
    mutate(
      { request: words.trim(), project, locale },
      {
        onSuccess: ({ plan, message }, here) => {
          announce(message);
          if (plan && here) go(`/plans/${plan.plan.id}`);
        },
      },
    );
  };
  const write = (text: string) => {
    if (data !== undefined || error !== null) reset();
    setWords(text);
  };
  return (
    <div className="flex flex-col gap-3">
      <Card className="flex flex-col gap-2 p-3 has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-accent">
        <form onSubmit={submit} className="flex flex-col gap-2">
          <textarea
            ref={field}
            rows={2}
            value={words}
            maxLength={20_000}
            onChange={(event) => write(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) submit(event);
            }}
            aria-label={t("plans.new.words")}
            placeholder={t("plans.new.placeholder")}
            className="field-sizing-content max-h-60 w-full resize-none bg-transparent px-1 text-md text-fg outline-none placeholder:text-muted"
          />
          <div className="flex flex-wrap items-center justify-end gap-2">
            {projects.length > 1 && (
              <Select
                label={t("plans.new.project")}
                value={project}
                onChange={setProject}
                options={projects.map((each) => ({ value: each.project.id, label: projectNameOf(each.project, t) }))}
                className="w-44"
              />
            )}
            <Button type="submit" tone="primary" icon={ClipboardList} busy={isPending} disabled={words.trim() === ""}>
              {t("plans.new")}
            </Button>
          </div>
        </form>
        {isPending && (
          <p role="status" className="px-1 text-sm text-muted">
            {t("plans.new.making")}
          </p>
        )}
        {data && data.plan === null && (
          <div role="status" className="flex flex-col gap-2 rounded-md bg-hover px-3 py-2 text-sm">
            <p className="break-words whitespace-pre-wrap">{data.message}</p>
            {data.options.length > 0 && (
              <div className="flex flex-wrap gap-1.5">
                {data.options.map(({ id, label }) => (
                  <Button key={id} size="sm" onClick={() => write(label)}>
                    {label}
                  </Button>
                ))}
              </div>
            )}
          </div>
        )}
      </Card>
      {error && <Trouble error={error} />}
      {examples && (
        <section aria-label={t("plans.examples")} className="flex flex-col gap-2.5">
          <p className="text-sm text-muted">{t("plans.empty")}</p>
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,220px),1fr))] gap-2.5">
            {EXAMPLES.map((key) => (
              <button
                key={key}
                type="button"
                onClick={() => {
                  write(t(key));
                  field.current?.focus();
                }}
                className="flex items-start gap-2 rounded-lg border border-line bg-raised p-3.5 text-left text-sm shadow-raised transition-colors duration-100 hover:border-line-strong hover:bg-hover"
              >
                <Sparkles aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-text" />
                {t(key)}
              </button>
            ))}
          </div>
        </section>
      )}
    </div>
  );
}
