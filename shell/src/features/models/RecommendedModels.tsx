import { type ModelInfo, type Recommended, useRecommended } from "@/api";
import { useI18n } from "@/i18n";
import { RowsSkeleton, Section, Trouble } from "@/stage";
import { Badge, Card, CopyButton } from "@/ui";

const OLLAMA = "https://ollama.com/download";

/** Local models worth having: what each is good for, what it needs, and the command that fetches it. */
export function RecommendedModels({ models }: { readonly models: readonly ModelInfo[] }) {
  const { t } = useI18n();
  const { data, error, refetch } = useRecommended();
  const get = (
    <a href={OLLAMA} target="_blank" rel="noreferrer noopener" className="rounded-sm text-accent-text underline-offset-2 hover:underline">
      {t("models.ollama")}
    </a>
  );
  return (
    <Section title={t("models.recommended")} about={t("models.recommended.about")} aside={get}>
      {data === undefined ? (
        error ? (
          <Trouble error={error} onRetry={() => void refetch()} />
        ) : (
          <RowsSkeleton />
        )
      ) : (
        <Card className="divide-y divide-line">
          {data.map((model) => (
            <Row key={`${model.role}/${model.id}`} model={model} here={models.some((each) => each.local && each.id === model.id)} />
          ))}
        </Card>
      )}
    </Section>
  );
}

function Row({ model, here }: { readonly model: Recommended; readonly here: boolean }) {
  const { t, locale, format } = useI18n();
  const command = `ollama pull ${model.id}`;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-mono text-xs text-fg">{model.id}</span>
          <Badge>{t(`role.${model.role}`)}</Badge>
          {here && <Badge tone="ok">{t("models.recommended.here")}</Badge>}
        </p>
        <p className="mt-0.5 text-sm text-muted">{model.why[locale === "pt-BR" ? "pt" : "en"] ?? model.why.en}</p>
        <p className="text-xs text-muted tabular-nums">
          {t("models.recommended.size", { size: format.number(model.size_gb) })} ·{" "}
          {t("models.recommended.memory", { memory: format.number(model.ram_gb) })}
        </p>
      </div>
      {!here && (
        <span className="inline-flex items-center gap-1 rounded-md border border-line bg-hover py-0.5 pr-0.5 pl-2">
          <code className="font-mono text-2xs text-fg">{command}</code>
          <CopyButton text={command} label={t("models.copy", { model: model.id })} />
        </span>
      )}
    </div>
  );
}
