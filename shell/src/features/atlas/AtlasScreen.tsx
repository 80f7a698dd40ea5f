import { lazy, Suspense } from "react";
import { useParams, useSearch } from "wouter";

import { type AtlasCompanyCard, useAtlasCompanies } from "@/api";
import { useT } from "@/i18n";
import { Page, RowsSkeleton, Trouble } from "@/stage";
import { Frame } from "./Frame";
import { Missing } from "./item/Missing";
import { type Part, pageKindOf, partOf } from "./paths";
import { useAtlasAgent } from "./useAtlasAgent";

const Dashboard = lazy(() => import("./dashboard/DashboardPart").then((module) => ({ default: module.DashboardPart })));
const Map = lazy(() => import("./map/MapPart").then((module) => ({ default: module.MapPart })));
const CheckIn = lazy(() => import("./checkin/CheckInPart").then((module) => ({ default: module.CheckInPart })));
const Projects = lazy(() => import("./projects/ProjectsPart").then((module) => ({ default: module.ProjectsPart })));
const Meetings = lazy(() => import("./meetings/MeetingsPart").then((module) => ({ default: module.MeetingsPart })));
const Meeting = lazy(() => import("./meetings/MeetingPage").then((module) => ({ default: module.MeetingPage })));
const Insights = lazy(() => import("./insights/InsightsPart").then((module) => ({ default: module.InsightsPart })));
const Frameworks = lazy(() => import("./frameworks/FrameworksPart").then((module) => ({ default: module.FrameworksPart })));
const Report = lazy(() => import("./report/ReportPart").then((module) => ({ default: module.ReportPart })));
const Compare = lazy(() => import("./compare/ComparePart").then((module) => ({ default: module.ComparePart })));
const History = lazy(() => import("./history/HistoryPart").then((module) => ({ default: module.HistoryPart })));
const Import = lazy(() => import("./import/ImportPart").then((module) => ({ default: module.ImportPart })));
const Cycle = lazy(() => import("./cycle/CyclePart").then((module) => ({ default: module.CyclePart })));
const Empty = lazy(() => import("./EmptyAtlas").then((module) => ({ default: module.EmptyAtlas })));
const ItemPage = lazy(() => import("./item/ItemPage").then((module) => ({ default: module.ItemPage })));

/** Atlas: a company's strategy, part by part; every objective, key result, pillar and project on its own page. */
export function AtlasScreen() {
  const t = useT();
  const { part: name, id } = useParams<{ part?: string; id?: string }>();
  const wished = new URLSearchParams(useSearch()).get("company");
  const { data, error, refetch } = useAtlasCompanies();
  const kind = pageKindOf(name);
  const company = data?.companies.find((each) => each.id === wished) ?? data?.companies[0];
  useAtlasAgent(company?.id);
  if (name !== undefined && kind !== undefined) return <Suspense fallback={<Loading />}>{<ItemPage key={name} id={name} kind={kind} />}</Suspense>;
  if (name === "meetings" && id !== undefined) return <Suspense fallback={<Loading />}>{<Meeting key={id} id={decodeURIComponent(id)} />}</Suspense>;
  if (data === undefined) {
    return <Page wide title={t("atlas.title")}>{error ? <Trouble error={error} onRetry={() => void refetch()} /> : <RowsSkeleton />}</Page>;
  }
  const part = name === "cycle" ? "cycle" : partOf(name);
  if (part === undefined) return <Missing />;
  if (company === undefined) {
    return (
      <Page wide title={t("atlas.title")}>
        <Suspense fallback={<RowsSkeleton />}>{part === "import" ? <Import company={undefined} /> : <Empty />}</Suspense>
      </Page>
    );
  }
  return (
    <Frame company={company} companies={data.companies} part={part}>
      <Suspense fallback={<RowsSkeleton />}>
        <Content key={company.id} part={part} company={company} id={id} />
      </Suspense>
    </Frame>
  );
}

interface ContentProps {
  readonly part: Part | "cycle";
  readonly company: AtlasCompanyCard;
  readonly id: string | undefined;
}

function Content({ part, company, id }: ContentProps) {
  switch (part) {
    case "dashboard":
      return <Dashboard company={company} />;
    case "map":
      return <Map company={company} />;
    case "check-in":
      return <CheckIn company={company} />;
    case "projects":
      return <Projects company={company} />;
    case "meetings":
      return <Meetings company={company} />;
    case "insights":
      return <Insights company={company} />;
    case "frameworks":
      return <Frameworks company={company} />;
    case "report":
      return <Report company={company} />;
    case "compare":
      return <Compare company={company} />;
    case "history":
      return <History company={company} />;
    case "import":
      return <Import company={company} />;
    case "cycle":
      return <Cycle company={company} id={id} />;
  }
}

function Loading() {
  const t = useT();
  return (
    <Page wide title={t("atlas.title")}>
      <RowsSkeleton />
    </Page>
  );
}
