import { BookOpenCheck, Hammer, Plus, Upload } from "lucide-react";
import { useRef } from "react";
import { useLocation } from "wouter";

import { type ListedTool, useImportTool, useTools } from "@/api";
import { useT } from "@/i18n";
import { CardGrid, CardsSkeleton, Loaded, Page, tellTrouble } from "@/stage";
import { Badge, Button, EmptyState, ForeignText, LinkCard } from "@/ui";
import { STATUS_TONES } from "./drafts";

/** All tools made here, one card each. */
export function ToolList() {
  const t = useT();
  const [, go] = useLocation();
  const query = useTools();
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
    <Page wide title={t("tools.title")} about={t("tools.about")} aside={query.data?.length ? actions : undefined}>
      <Loaded query={query} waiting={<CardsSkeleton />}>
        {(data) =>
          data.length === 0 ? (
            <EmptyState icon={Hammer} title={t("tools.none")} action={actions}>
              {t("tools.none.about")}
            </EmptyState>
          ) : (
            <CardGrid label={t("tools.list")} items={data} keyOf={(tool) => tool.name}>
              {(tool) => <ToolCard tool={tool} />}
            </CardGrid>
          )
        }
      </Loaded>
    </Page>
  );
}

function ToolCard({ tool }: { readonly tool: ListedTool }) {
  const t = useT();
  return (
    <LinkCard href={`/made-tools/${tool.name}`} title={<ForeignText>{tool.title}</ForeignText>}>
      <p className="line-clamp-2 text-sm text-muted">
        <ForeignText>{tool.description}</ForeignText>
      </p>
      <code className="truncate font-mono text-xs text-muted">{tool.capability}</code>
      <div className="mt-auto flex flex-wrap gap-1.5 pt-1">
        <Badge tone={STATUS_TONES[tool.status]}>{t(`tools.status.${tool.status}`)}</Badge>
        <Badge>{t("tools.version", { version: tool.version })}</Badge>
        <Badge>{t("tools.tests.count", { passed: tool.tests - tool.failing, all: tool.tests })}</Badge>
      </div>
    </LinkCard>
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
