import { ListTree } from "lucide-react";
import { useLocation } from "wouter";

import { useCall } from "@/api";
import { useI18n } from "@/i18n";
import { tellTrouble } from "@/stage";
import { MenuButton } from "@/ui";

const KINDS = ["summary", "comparison", "table", "study_guide", "faq", "timeline", "glossary", "briefing"] as const;

/** Make one text of many documents: a plan is made, and shown with what it costs before anything runs. */
export function DigestMenu({ collection, project }: { readonly collection: string | undefined; readonly project: string | undefined }) {
  const { t, locale } = useI18n();
  const [, navigate] = useLocation();
  const call = useCall();
  const plan = (kind: string) =>
    call.mutate(
      { name: "knowledge.plan_digest", params: { kind, ...(collection === undefined ? {} : { collection }) }, project, locale },
      {
        onSuccess: ({ result }, here) => {
          const made = (result.data as { readonly plan: string | null } | null)?.plan;
          if (made && here) navigate(`/plans/${made}`);
        },
        onError: (error) => tellTrouble(error, t),
      },
    );
  return (
    <MenuButton
      text
      icon={ListTree}
      label={t("knowledge.digest")}
      items={KINDS.map((kind) => ({ id: kind, label: t(`knowledge.digest.${kind}`), onSelect: () => plan(kind) }))}
    />
  );
}
