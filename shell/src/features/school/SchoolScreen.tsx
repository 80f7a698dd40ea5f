import { Suspense } from "react";
import { useParams } from "wouter";

import { type SchoolInicio, useSchoolHome } from "@/api";
import { useT } from "@/i18n";
import { Page, RowsSkeleton, Trouble } from "@/stage";
import { EmptySchool } from "./EmptySchool";
import { Frame } from "./Frame";
import { type Aside, type Part, partOf } from "./paths";
import { Missing } from "./pieces/Missing";
import { ROUTES } from "./routes";
import { useJota } from "./useJota";

/** School Power: the teacher's classes, section by section; every class, student and activity on its own page. */
export function SchoolScreen() {
  const t = useT();
  const { part: name, id, more } = useParams<{ part?: string; id?: string; more?: string }>();
  const { data, error, refetch } = useSchoolHome();
  const part = partOf(name);
  useJota(data, part, id);
  if (part === undefined) return <Missing />;
  if (id !== undefined) {
    const Single = ROUTES[part].page;
    return Single === undefined ? <Missing /> : <Suspense fallback={<Loading />}>{<Single key={id} id={id} more={more} />}</Suspense>;
  }
  if (data === undefined) {
    return <Page wide title={t("school.title")}>{error ? <Trouble error={error} onRetry={() => void refetch()} /> : <RowsSkeleton />}</Page>;
  }
  return <Section part={part} home={data} />;
}

function Section({ part, home }: { readonly part: Part | Aside; readonly home: SchoolInicio }) {
  const t = useT();
  const Content = ROUTES[part].part;
  if (Content === undefined || part === "alunos") return <Missing />;
  if (part === "fonte") {
    return (
      <Suspense fallback={<Loading />}>
        <Content home={home} />
      </Suspense>
    );
  }
  // With no class there is nothing to show but the way in.
  if (home.turmas.length === 0 && part !== "importar") {
    return (
      <Page wide title={t("school.title")}>
        <EmptySchool />
      </Page>
    );
  }
  return (
    <Frame home={home} part={part}>
      <Suspense fallback={<RowsSkeleton />}>
        <Content home={home} />
      </Suspense>
    </Frame>
  );
}

function Loading() {
  const t = useT();
  return (
    <Page wide title={t("school.title")}>
      <RowsSkeleton />
    </Page>
  );
}
