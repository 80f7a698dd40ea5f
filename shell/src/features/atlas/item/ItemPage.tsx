import type { PageKind } from "../paths";
import { MeetingPage } from "../meetings/MeetingPage";
import { ObjectivePage } from "./ObjectivePage";
import { KeyResultPage } from "./KeyResultPage";
import { PillarPage } from "./PillarPage";
import { ProjectPage } from "./ProjectPage";

const PAGES = { pillar: PillarPage, objective: ObjectivePage, key_result: KeyResultPage, project: ProjectPage, meeting: MeetingPage } as const;

/** The page of an item, whatever it is. */
export function ItemPage({ id, kind }: { readonly id: string; readonly kind: PageKind }) {
  const Page = PAGES[kind];
  return <Page id={id} />;
}
