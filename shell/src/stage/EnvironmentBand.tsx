import { Layers, Lock } from "lucide-react";

import { useT } from "@/i18n";
import { classes } from "@/ui";

interface EnvironmentBandProps {
  readonly name: string;
  readonly isProtected: boolean;
  readonly className?: string;
}

/** Which environment something happens in. A protected one cannot be overlooked: the colour, the lock and the word. */
export function EnvironmentBand({ name, isProtected, className }: EnvironmentBandProps) {
  const t = useT();
  const Icon = isProtected ? Lock : Layers;
  return (
    <p
      data-protected={isProtected || undefined}
      className={classes(
        "flex min-h-7 items-center gap-2 px-3.5 py-1 text-xs font-medium",
        isProtected ? "bg-danger text-on-danger" : "border-b border-line bg-hover text-muted",
        className,
      )}
    >
      <Icon aria-hidden className="size-3.5 shrink-0" strokeWidth={2.25} />
      <span className="min-w-0 flex-1 truncate">
        {t("words.environment")} <span className="font-mono">{name}</span>
      </span>
      {isProtected && <span className="shrink-0 tracking-wide uppercase">{t("words.protected")}</span>}
    </p>
  );
}
