import { ArrowLeft } from "lucide-react";
import { type FormEvent, useState } from "react";

import { isProblem, type SchoolImportKind, type SchoolInicio, useSchoolImport, useSchoolImportPreview } from "@/api";
import { Note, useImportStart } from "@/apps";
import { useT } from "@/i18n";
import { Section, Trouble } from "@/stage";
import { Button, Card, Spinner } from "@/ui";
import { hasWork, isRoster } from "./telling";
import { Told } from "./Told";
import { isReady, NEW_CLASS, paramsOf, type Wish } from "./wish";
import { WishForm } from "./WishForm";

interface ReviewProps {
  readonly file: string;
  readonly kind: SchoolImportKind;
  readonly turma: string | null;
  readonly home: SchoolInicio;
  readonly onBack: () => void;
  readonly onStarted: (run: string) => void;
}

/** The second step: whose marks they are, what exactly would change cell by cell, and the yes to it. */
export function Review({ file, kind, turma, home, onBack, onStarted }: ReviewProps) {
  const t = useT();
  const only = home.turmas.length === 1 ? home.turmas[0]?.id : undefined;
  const [wish, setWish] = useState<Wish>({ file, turma: turma ?? only ?? (home.turmas.length === 0 ? NEW_CLASS : ""), named: "", materia: "", data: "", escala: "", planilha: "", mapa: {} });
  const [asked, ask] = useState(false);
  const ready = isReady(kind, wish);
  const shown = useSchoolImportPreview(kind, paramsOf(kind, wish), ready);
  const { mutate, isPending, error } = useSchoolImport(kind);
  useImportStart(`school.importar_${kind}`, asked, onStarted);
  const told = ready && !shown.error ? shown.data : undefined;
  const start = (event: FormEvent) => {
    event.preventDefault();
    if (told === undefined || !hasWork(told) || shown.isFetching || isPending) return;
    ask(true);
    mutate(paramsOf(kind, wish), { onSuccess: ({ run }, here) => here && onStarted(run), onError: () => ask(false) });
  };
  return (
    <form onSubmit={start} className="flex flex-col gap-6">
      {kind !== "oneroster" && <WishForm kind={kind} wish={wish} home={home} told={told !== undefined && !isRoster(told) ? told : undefined} onChange={setWish} />}
      <Section title={t("school.import.step.review")}>
        {error && <Trouble error={error} />}
        {!ready ? (
          <Note>{t("school.import.whose")}</Note>
        ) : isProblem(shown.error, "ambiguous_reference") && wish.materia === "" ? (
          <Note>{t("school.import.which")}</Note>
        ) : shown.error ? (
          <Trouble error={shown.error} onRetry={isProblem(shown.error) && shown.error.status < 500 ? undefined : () => void shown.refetch()} />
        ) : told === undefined ? (
          <Card role="status" className="flex items-center gap-3 px-5 py-6 text-sm text-muted">
            <Spinner />
            {t("school.import.reading")}
          </Card>
        ) : (
          <Told told={told} busy={shown.isFetching} />
        )}
      </Section>
      <div className="flex flex-wrap justify-between gap-2">
        <Button icon={ArrowLeft} onClick={onBack}>
          {t("school.import.other")}
        </Button>
        <Button type="submit" tone="primary" busy={isPending} disabled={told === undefined || !hasWork(told) || shown.isFetching}>
          {t("school.import.start")}
        </Button>
      </div>
    </form>
  );
}
