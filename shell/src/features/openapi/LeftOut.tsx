import type { WebApi } from "@/api";
import { useT } from "@/i18n";
import { ForeignText } from "@/ui";

/** What of a document is not offered, each with its reason. */
export function LeftOut({ parts }: { readonly parts: NonNullable<WebApi["left_out"]> }) {
  const t = useT();
  if (parts.length === 0) return null;
  return (
    <details className="text-sm">
      <summary className="cursor-pointer text-muted hover:text-fg">{t("openapi.left", { count: parts.length })}</summary>
      <ul className="mt-2 flex list-disc flex-col gap-1 pl-5 text-muted">
        {parts.map(({ name, why }, place) => (
          <li key={place}>
            <span className="font-mono text-xs">
              <ForeignText place="name">{name}</ForeignText>
            </span>
            {": "}
            <ForeignText>{why}</ForeignText>
          </li>
        ))}
      </ul>
    </details>
  );
}
