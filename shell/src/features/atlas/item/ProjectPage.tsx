import { type AtlasItem, type AtlasProjectPage, isProblem, useAtlasProject } from "@/api";
import { Note, useAct } from "@/apps";
import { type Key, useT } from "@/i18n";
import { InlineChoice, InlineDay, InlineText, Rows, Section } from "@/stage";
import { Badge, Card, Checkbox } from "@/ui";
import { AddButton } from "../add/AddButton";
import { statusTone, statusWords } from "../bands";
import { InlineAmount } from "../edit/InlineAmount";
import { type Editing, useEdit } from "../edit/useEdit";
import { numberIn, textIn } from "../edit/values";
import { ProgressFigure } from "../pieces/Band";
import { Linked } from "../pieces/Linked";
import { FactLine, Facts, StatusFact } from "./Facts";
import { ItemFrame } from "./ItemFrame";
import { ItemMenu } from "./ItemMenu";
import { Waiting } from "./Waiting";

const STATUSES = ["planning", "active", "on_hold", "completed", "cancelled"];
const PRIORITIES = ["low", "medium", "high", "critical"] as const;

/** A project: its tasks, and the results it is for. */
export function ProjectPage({ id }: { readonly id: string }) {
  const { data, error, refetch } = useAtlasProject(id);
  return data === undefined || isProblem(error, "not_found") ? <Waiting error={error} onRetry={() => void refetch()} /> : <Open page={data} />;
}

function Open({ page }: { readonly page: AtlasProjectPage }) {
  const t = useT();
  const { item, company, tasks } = page;
  const editing = useEdit({ action: "atlas.update_project", names: { project_id: item.id, company: company.id }, title: item.title, fields: page.fields, stamp: page.stamp });
  const done = tasks.filter((task) => task.status === "done").length;
  const progress = numberIn(editing.fields, "progress");
  return (
    <ItemFrame item={item} company={company} above={page.above} editing={editing} named="name" aside={<ProjectFacts editing={editing} />}>
      {progress !== null && (
        <Card className="flex flex-col gap-3 p-5">
          <ProgressFigure progress={progress} className="text-[32px]/[32px] font-semibold tracking-[-0.02em] text-fg" />
          <div role="meter" aria-label={t("atlas.field.progress")} aria-valuemin={0} aria-valuemax={100} aria-valuenow={progress} className="h-2 overflow-hidden rounded-full bg-active">
            <div className="h-full rounded-full bg-run transition-[width] duration-300" style={{ width: `${Math.min(100, progress)}%` }} />
          </div>
        </Card>
      )}
      <Section
        title={tasks.length === 0 ? t("atlas.tasks") : `${t("atlas.tasks")} · ${t("atlas.tasks.progress", { done, count: tasks.length })}`}
        aside={<AddButton kind="task" company={company.id} parent={item.id} />}
      >
        {tasks.length === 0 ? (
          <Note>{t("atlas.tasks.none")}</Note>
        ) : (
          <Rows label={t("atlas.tasks")}>
            {tasks.map((task) => (
              <TaskRow key={task.id} task={task} company={company.id} />
            ))}
          </Rows>
        )}
      </Section>
      <Linked title={t("atlas.key_results")} items={page.key_results} />
      <Linked title={t("atlas.objectives")} items={page.objectives} />
    </ItemFrame>
  );
}

function ProjectFacts({ editing: { fields, save }, editing }: { readonly editing: Editing }) {
  const t = useT();
  return (
    <Facts>
      <StatusFact editing={editing} statuses={STATUSES} />
      <FactLine name={t("atlas.field.priority")}>
        <InlineChoice
          label={t("atlas.field.priority")}
          value={textIn(fields, "priority")}
          options={PRIORITIES.map((value) => ({ value, label: t(`atlas.priority.${value}` as Key & "atlas.priority.low") }))}
          onSave={(value) => save("priority", value, t("atlas.field.priority"))}
        />
      </FactLine>
      <FactLine name={t("atlas.field.start")}>
        <InlineDay label={t("atlas.field.start")} value={textIn(fields, "start_date")} onSave={(value) => save("start_date", value, t("atlas.field.start"))} />
      </FactLine>
      <FactLine name={t("atlas.field.end")}>
        <InlineDay label={t("atlas.field.end")} value={textIn(fields, "end_date")} onSave={(value) => save("end_date", value, t("atlas.field.end"))} />
      </FactLine>
      <FactLine name={t("atlas.field.budget")}>
        <InlineAmount optional label={t("atlas.field.budget")} unit="R$" value={numberIn(fields, "budget")} onSave={(value) => save("budget", value, t("atlas.field.budget"))} />
      </FactLine>
      <FactLine name={t("atlas.field.progress")}>
        <InlineAmount optional label={t("atlas.field.progress")} unit="%" value={numberIn(fields, "progress")} onSave={(value) => save("progress", value, t("atlas.field.progress"))} />
      </FactLine>
      <FactLine name={t("atlas.field.owner")}>
        <InlineText optional label={t("atlas.field.owner")} value={textIn(fields, "responsible")} onSave={(value) => save("responsible", value || null, t("atlas.field.owner"))} />
      </FactLine>
    </Facts>
  );
}

function TaskRow({ task, company }: { readonly task: AtlasItem; readonly company: string }) {
  const t = useT();
  const act = useAct("atlas");
  const done = task.status === "done";
  const toggle = () => act("atlas.update_task", { task_id: task.id, company, status: done ? "todo" : "done" }, t("atlas.edited", { title: task.title }));
  return (
    <div className="flex min-h-[42px] items-center gap-3 px-4 py-1.5 text-sm">
      <Checkbox checked={done} onChange={toggle} label={t("atlas.task.toggle", { title: task.title })} />
      <span className={done ? "min-w-0 flex-1 truncate text-muted line-through decoration-faint" : "min-w-0 flex-1 truncate text-fg"}>{task.title}</span>
      {!done && <Badge tone={statusTone(task.status)}>{statusWords(task.status, t)}</Badge>}
      <ItemMenu item={task} company={company} inList />
    </div>
  );
}
