import { BookOpenCheck, Hammer, Plus, Upload } from "lucide-react";
import { useRef } from "react";
import { Link, useLocation } from "wouter";

import { type ListedTool, useImportTool, useTools } from "@/api";
import { useT } from "@/i18n";
import { Page, tellTrouble, Trouble } from "@/stage";
import { Badge, Button, Card, EmptyState, ForeignText, Skeleton } from "@/ui";
import { STATUS_TONES } from "./drafts";

const GRID = "grid gap-3 grid-cols-[repeat(auto-fill,minmax(min(100%,280px),1fr))]";

/** All tools made here, one card each. */
export function ToolList() {
  const t = useT();
  const [, go] = useLocation();
  const { data, error, refetch } = useTools();
  const actions = (
    <div className="flex flex-wrap gap-2">
      <Button icon={BookOpenCheck} onClick={() => go("/skills")}>
        {t("skills.title")}
      </Button>
      <ImportButton />
      <Button tone="primary" icon={Plus} onClick={() => go("/made-tools/new")}>
        {t("tools.new")}
      </Button>
    </div>
  );
  return (
    <Page wide title={t("tools.title")} about={t("tools.about")} aside={data?.length ? actions : undefined}>
      {data === undefined ? (
        error ? (
          <Trouble error={error} onRetry={() => void refetch()} />
        ) : (
          <div role="status" aria-label={t("words.loading")} className={GRID}>
            <Skeleton className="h-32 rounded-lg" />
          </div>
        )
      ) : data.length === 0 ? (
        <EmptyState icon={Hammer} title={t("tools.none")} action={actions}>
          {t("tools.none.about")}
        </EmptyState>
      ) : (
        <ul aria-label={t("tools.list")} className={GRID}>
          {data.map((tool) => (
            <li key={tool.name} className="flex">
              <ToolCard tool={tool} />
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}

function ToolCard({ tool }: { readonly tool: ListedTool }) {
  const t = useT();
  return (
    <Card className="relative flex w-full flex-col gap-2 p-4 transition-colors duration-100 focus-within:border-line-strong hover:border-line-strong">
      <h2 className="text-md leading-5 font-semibold">
        <Link href={`/made-tools/${tool.name}`} className="block truncate after:absolute after:inset-0 after:rounded-lg">
          <ForeignText>{tool.title}</ForeignText>
        </Link>
      </h2>
      <p className="line-clamp-2 text-sm text-muted">
        <ForeignText>{tool.description}</ForeignText>
      </p>
      <code className="truncate font-mono text-xs text-muted">{tool.capability}</code>
      <div className="mt-auto flex flex-wrap gap-1.5 pt-1">
        <Badge tone={STATUS_TONES[tool.status]}>{t(`tools.status.${tool.status}`)}</Badge>
        <Badge>{t("tools.version", { version: tool.version })}</Badge>
        <Badge>{t("tools.tests.count", { passed: tool.tests - tool.failing, all: tool.tests })}</Badge>
      </div>
    </Card>
  );
}

function ImportButton() {
  const t = useT();
  const [, go] = useLocation();
  const input = useRef<HTMLInputElement>(null);
  const { mutateAsync, isPending } = useImportTool();
  const bring = (file: File | undefined) => {
    if (file === undefined) return;
    void file
      .text()
      .then((content) => mutateAsync(content))
      .then(
        (tool) => go(`/made-tools/${tool.name}`),
        (error: Error) => tellTrouble(error, t),
      );
  };
  return (
    <>
      <Button icon={Upload} disabled={isPending} onClick={() => input.current?.click()}>
        {t("tools.import")}
      </Button>
      <input ref={input} type="file" accept=".json" hidden aria-label={t("tools.import")} onChange={(event) => bring(event.target.files?.[0])} />
    </>
  );
}
