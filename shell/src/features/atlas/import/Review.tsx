import { ArrowLeft, CircleCheck } from "lucide-react";
import { type FormEvent, useState } from "react";

import { type ImportWish, isProblem, type Preview as Facts, useByHand, useHandPreview } from "@/api";
import { useImportStart } from "@/apps";
import { areTheWords, ConfirmWords, Preview } from "@/decisions";
import { useT } from "@/i18n";
import { Section, Trouble } from "@/stage";
import { Button, Card, Spinner } from "@/ui";
import { BadRows } from "./BadRows";
import { ImportOptions } from "./ImportOptions";

const IMPORT = "atlas.import_data";

interface ReviewProps {
  readonly artifact: string;
  readonly onStarted: (run: string) => void;
  readonly onBack: () => void;
}

/** The second step: what exactly would change, and the yes to it. */
export function Review({ artifact, onStarted, onBack }: ReviewProps) {
  const t = useT();
  const [wish, setWish] = useState<ImportWish>({ artifact, mode: "merge", id_policy: "auto", allow_partial: false });
  const [typed, type] = useState("");
  const [asked, ask] = useState(false);
  const shown = useHandPreview({ name: IMPORT, params: given(wish) }, true);
  const { mutate, isPending, error } = useByHand();
  useImportStart(IMPORT, asked, onStarted);
  const preview = shown.data?.preview ?? null;
  const expects = preview?.type === "records" ? (preview.confirm ?? null) : null;
  const same = preview !== null && isNothing(preview);
  const ready = shown.data !== undefined && !shown.isFetching && !same && (expects === null || areTheWords(typed, expects));
  const start = (event: FormEvent) => {
    event.preventDefault();
    if (!ready || isPending || shown.data === undefined) return;
    ask(true);
    mutate(
      { name: IMPORT, params: given(wish), seen: shown.data.content_hash, confirm: expects === null ? undefined : typed },
      {
        onSuccess: ({ run }, here) => here && onStarted(run),
        onError: (problem) => {
          ask(false);
          if (isProblem(problem, "approval_stale")) void shown.refetch();
        },
      },
    );
  };
  return (
    <form onSubmit={start} className="flex flex-col gap-6">
      <ImportOptions wish={wish} onChange={setWish} />
      <Section title={t("atlas.import.step.review")}>
        {error && <Trouble error={error} />}
        {isProblem(shown.error, "invalid_rows") ? (
          <BadRows problem={shown.error} onLeave={() => setWish({ ...wish, allow_partial: true })} />
        ) : shown.error ? (
          <Trouble error={shown.error} onRetry={isRefusal(shown.error) ? undefined : () => void shown.refetch()} />
        ) : shown.isFetching ? (
          <Card role="status" className="flex items-center gap-3 px-5 py-6 text-sm text-muted">
            <Spinner />
            {t("atlas.import.reading")}
          </Card>
        ) : (
          <Card className="flex flex-col gap-4 px-5 py-4">
            {preview && <Preview preview={preview} />}
            {same && (
              <p className="flex items-start gap-2 text-sm text-fg">
                <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-ok" />
                {t("atlas.import.same")}
              </p>
            )}
            {expects !== null && <ConfirmWords expects={expects} value={typed} onChange={type} />}
          </Card>
        )}
      </Section>
      <div className="flex flex-wrap justify-between gap-2">
        <Button icon={ArrowLeft} onClick={onBack}>
          {t("atlas.import.other")}
        </Button>
        <Button type="submit" tone={wish.mode === "replace" ? "danger" : "primary"} busy={isPending} disabled={!ready}>
          {t(wish.mode === "replace" ? "atlas.import.start.replace" : "atlas.import.start")}
        </Button>
      </div>
    </form>
  );
}

/** The parameters: what nobody chose is left out. */
function given({ company, ...wish }: ImportWish): Readonly<Record<string, unknown>> {
  return company === undefined ? { ...wish } : { ...wish, company };
}

/** Whether the file itself is what is wrong: asking again would give the same answer. */
const isRefusal = (error: unknown) => isProblem(error) && error.status >= 400 && error.status < 500;

/** Whether there is nothing in it to be done. */
function isNothing(preview: Facts): boolean {
  if (preview.type !== "records") return false;
  return preview.total === 0 && preview.tables.every((table) => table.create + table.update + table.delete === 0);
}
