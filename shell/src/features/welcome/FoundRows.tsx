import { useT } from "@/i18n";
import { Rows } from "@/stage";
import { Button, Row, Skeleton, Spinner, StatusDot } from "@/ui";
import type { Found } from "./found";

interface FoundRowsProps {
  /** Undefined while the search goes on. */
  readonly rows: readonly Found[] | undefined;
  /** Which providers are switched on. */
  readonly enabled: ReadonlySet<string>;
  /** Switch on the remote provider whose key was found. */
  readonly onUse: (provider: string) => void;
}

const USUAL = ["Ollama", "LM Studio", "llama.cpp"] as const;

/** Each place that was looked at, and what is there. */
export function FoundRows({ rows, enabled, onUse }: FoundRowsProps) {
  const t = useT();
  if (rows === undefined) {
    return (
      <Rows>
        {USUAL.map((name) => (
          <Row key={name} leading={<Spinner />} title={name} trailing={<Skeleton className="h-3 w-16" />} />
        ))}
      </Rows>
    );
  }
  if (rows.length === 0) return null;
  return (
    <Rows label={t("welcome.results")}>
      {rows.map(({ place, kind }) => (
        <Row
          key={`${place.provider}/${place.base_url}`}
          leading={<StatusDot status={kind === "missing" ? "idle" : "ok"} />}
          title={place.name}
          detail={kind === "server" ? place.models[0]?.id : undefined}
          trailing={
            kind === "missing" ? (
              t("welcome.row.missing")
            ) : kind === "server" ? (
              t("welcome.row.models", { count: place.models.length })
            ) : (
              <>
                {t("welcome.row.key")}
                {!enabled.has(place.provider) && (
                  <Button size="sm" onClick={() => onUse(place.provider)}>
                    {t("welcome.row.use", { name: place.name })}
                  </Button>
                )}
              </>
            )
          }
        />
      ))}
    </Rows>
  );
}
