import { useState } from "react";
import { useLocation, useParams } from "wouter";

import { useApprovals } from "@/api";
import { useT } from "@/i18n";
import { Page, RowsSkeleton, Trouble } from "@/stage";
import { Tabs } from "@/ui";
import { EmptyInbox } from "./EmptyInbox";
import { Inbox } from "./Inbox";
import { inView, type View } from "./inbox";

/** Approvals: the one inbox of everything that waits for a person. */
export function ApprovalsScreen() {
  const t = useT();
  const { id } = useParams<{ id?: string }>();
  const [, navigate] = useLocation();
  const [view, setView] = useState<View>("pending");
  const pending = useApprovals({ status: "pending" });
  const all = useApprovals();
  const { data, error, refetch, hasNextPage, fetchNextPage } = view === "pending" ? pending : all;
  const shown = inView(data?.pages.flatMap((page) => page.items) ?? [], view);
  return (
    <Page wide title={t("approvals.title")} about={t("approvals.about")}>
      <Tabs
        label={t("approvals.filter")}
        value={view}
        tabs={[
          { value: "pending", label: t("approvals.pending"), count: pending.data?.pages[0]?.items.length },
          { value: "decided", label: t("approvals.decided") },
        ]}
        onChange={(next) => {
          setView(next);
          navigate("/approvals", { replace: true });
        }}
        className="flex flex-1 flex-col items-start gap-4 [&>[role=tabpanel]]:w-full [&>[role=tabpanel]]:flex-1"
      >
        <h2 className="sr-only">{t(`approvals.${view}`)}</h2>
        {data === undefined ? (
          error ? (
            <Trouble error={error} onRetry={() => void refetch()} />
          ) : (
            <RowsSkeleton />
          )
        ) : shown.length === 0 && id === undefined ? (
          <EmptyInbox view={view} />
        ) : (
          <Inbox
            key={view}
            approvals={shown}
            selected={id}
            onMore={hasNextPage ? () => void fetchNextPage() : undefined}
          />
        )}
      </Tabs>
    </Page>
  );
}
