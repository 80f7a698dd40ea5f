import { Link2 } from "lucide-react";

import { type ConnectionTest, type ProviderInfo, useTestConnection } from "@/api";
import { useI18n } from "@/i18n";
import { troubleOf } from "@/stage";
import { Button, StatusDot } from "@/ui";

/** Tries a provider and says what came of it, in place. */
export function ConnectionTester({ provider }: { readonly provider: ProviderInfo }) {
  const { t } = useI18n();
  const { mutate, data, error, isPending } = useTestConnection();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button icon={Link2} busy={isPending} onClick={() => mutate(provider.id)}>
        {t("settings.providers.test")}
      </Button>
      {provider.homepage !== null && (
        <a
          href={provider.homepage}
          target="_blank"
          rel="noreferrer noopener"
          className="rounded-sm text-xs text-muted underline-offset-2 hover:text-fg hover:underline"
        >
          {t("settings.providers.homepage")}
        </a>
      )}
      <div role="status" className="min-w-0 flex-1 text-sm">
        {!isPending && data && <Outcome test={data} />}
        {!isPending && error && <span className="text-bad-text">{troubleOf(error, t).message}</span>}
      </div>
    </div>
  );
}

function Outcome({ test }: { readonly test: ConnectionTest }) {
  const { t, format } = useI18n();
  const seconds = format.duration(test.seconds * 1_000);
  return (
    <span className="flex items-center gap-2">
      <StatusDot status={test.ok ? "ok" : "bad"} />
      <span className="min-w-0 break-words">
        {test.ok ? t("settings.providers.test.ok", { count: test.models.length, seconds }) : test.detail}
      </span>
    </span>
  );
}
