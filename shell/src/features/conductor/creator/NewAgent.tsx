import { ArrowLeft } from "lucide-react";
import { Link } from "wouter";

import { type ConductorView, useConductor } from "@/api";
import { useT } from "@/i18n";
import { Page, RowsSkeleton, Trouble } from "@/stage";
import { Button } from "@/ui";
import { NoHome } from "../NoHome";
import { isBare } from "../places";
import { DraftPane } from "./DraftPane";
import { Questions } from "./Questions";
import { useCreator } from "./useCreator";

/** Makes a resident agent: nine questions on one page, and beside them what would be made of the answers. */
export function NewAgent() {
  const t = useT();
  const { data: view, error, refetch } = useConductor();
  const back = (
    <Link href="/conductor" className="inline-flex items-center gap-1.5 rounded-sm text-sm text-muted hover:text-fg">
      <ArrowLeft aria-hidden className="size-4" />
      {t("conductor.back")}
    </Link>
  );
  return (
    <Page wide title={t("conductor.creator.title")} about={t("conductor.creator.about")} above={back}>
      {view === undefined ? (
        error ? (
          <Trouble error={error} onRetry={() => void refetch()} />
        ) : (
          <RowsSkeleton count={6} />
        )
      ) : isBare(view) ? (
        <NoHome />
      ) : (
        <Form view={view} />
      )}
    </Page>
  );
}

/** Whoever presses the button stands at the page's end: lead to the first question whose answer is wrong. */
function toFirstWrong(form: HTMLFormElement): void {
  const said = form.querySelector("[role=alert][id$=-about]");
  if (said !== null) document.getElementById(said.id.replace(/-about$/, ""))?.focus();
}

function Form({ view }: { readonly view: ConductorView }) {
  const t = useT();
  const creator = useCreator();
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        creator.make();
        const form = event.currentTarget;
        requestAnimationFrame(() => toFirstWrong(form));
      }}
      className="@container"
    >
      <div className="grid items-start gap-8 @[760px]:grid-cols-[minmax(0,1fr)_minmax(0,320px)]">
        <div className="flex min-w-0 flex-col gap-6">
          <Questions view={view} creator={creator} />
          {creator.error !== null && <Trouble error={creator.error} />}
          <div className="flex justify-end">
            <Button type="submit" tone="primary" busy={creator.busy}>
              {t("conductor.creator.make")}
            </Button>
          </div>
        </div>
        <div className="min-w-0 @[760px]:sticky @[760px]:top-8">
          <DraftPane draft={creator.draft} error={creator.draftError} />
        </div>
      </div>
    </form>
  );
}
