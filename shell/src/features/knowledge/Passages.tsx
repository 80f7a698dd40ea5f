import { FileText } from "lucide-react";
import { Link } from "wouter";

import { usePassages } from "@/api";
import { useT } from "@/i18n";
import { excerptOf, placesOf } from "@/knowledge/excerpt";
import { pieces } from "@/knowledge/text";
import { Trouble } from "@/stage";
import { Card, classes, ForeignText, Skeleton } from "@/ui";

/** Some words of a passage, with those that were looked for in the colour of text. */
function Excerpt({ text, words }: { readonly text: string; readonly words: string }) {
  return pieces(text, placesOf(text, words)).map((piece, index) =>
    piece.lit ? (
      <mark key={index} className="bg-transparent font-medium text-fg">
        <ForeignText still>{piece.text}</ForeignText>
      </mark>
    ) : (
      <ForeignText key={index} still>
        {piece.text}
      </ForeignText>
    ),
  );
}

/** What documents say about some words: each passage with its document and page. */
export function Passages({ words, collection }: { readonly words: string; readonly collection: string | undefined }) {
  const t = useT();
  const { data, error, isPlaceholderData, refetch } = usePassages(words, { collection });
  return (
    <section aria-label={t("knowledge.search.passages")} className="flex flex-col gap-2.5">
      <h2 className="text-xs font-medium text-muted">{t("knowledge.search.passages")}</h2>
      {data === undefined ? (
        error ? <Trouble error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-28 rounded-lg" />
      ) : data.length === 0 ? (
        <p className="rounded-lg border border-dashed border-line-strong px-4 py-5 text-center text-sm text-muted">{t("knowledge.search.nothing")}</p>
      ) : (
        <Card className={classes("divide-y divide-line overflow-hidden", isPlaceholderData && "opacity-60")}>
          {data.map(({ path, title, page, section, text, start }) => (
            <Link key={`${path}-${start}`} href={path} className="block px-4 py-2.5 -outline-offset-2 hover:bg-hover">
              <span className="flex items-center gap-1.5 text-sm font-medium">
                <FileText aria-hidden className="size-3.5 shrink-0 text-muted" />
                <span className="min-w-0 truncate">{title}</span>
                <span className="min-w-0 flex-1 truncate text-xs font-normal text-muted tabular-nums">
                  {[page === null ? "" : t("knowledge.page.short", { page }), section].filter(Boolean).join(" · ")}
                </span>
              </span>
              <span className="mt-0.5 line-clamp-3 text-sm text-muted">
                <Excerpt text={excerptOf(text, section, words)} words={words} />
              </span>
            </Link>
          ))}
        </Card>
      )}
    </section>
  );
}
