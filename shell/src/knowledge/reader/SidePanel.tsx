import { Download, TriangleAlert } from "lucide-react";

import { type KnowledgeDocument, originalUrl, type OutlineEntry } from "@/api";
import { useI18n, useT } from "@/i18n";
import { Badge, classes, ForeignText, RelativeTime } from "@/ui";

interface SidePanelProps {
  readonly document: KnowledgeDocument;
  /** The version that is searched. */
  readonly newest: number;
  readonly onVersion: (version: number | undefined) => void;
  readonly page: number;
  /** Where the passage that is lit begins; null of none. */
  readonly lit: number | null;
  readonly onEntry: (entry: OutlineEntry) => void;
}

/** Beside the pages: headings to go by, then what is known of the document. */
export function SidePanel({ document, newest, onVersion, page, lit, onEntry }: SidePanelProps) {
  const { t } = useI18n();
  const { outline = [] } = document;
  const first = outline.findIndex((entry) => entry.page === page);
  const here =
    lit !== null ? outline.findLastIndex((entry) => entry.start <= lit) : first !== -1 ? first : outline.findLastIndex((entry) => entry.page < page);
  return (
    <aside className="flex w-60 shrink-0 flex-col gap-5 overflow-y-auto border-r border-line px-2 py-3 text-sm max-sm:w-full max-sm:border-r-0">
      <nav aria-label={t("reader.outline")}>
        <h2 className="px-2 pb-1 text-2xs font-medium text-muted">{t("reader.outline")}</h2>
        {outline.length === 0 && <p className="px-2 text-xs text-muted">{t("reader.outline.none")}</p>}
        <ol>
          {outline.map((entry, index) => (
            <li key={`${entry.start}-${index}`}>
              <button
                type="button"
                aria-current={index === here || undefined}
                onClick={() => onEntry(entry)}
                style={{ paddingLeft: 8 + Math.min(4, Math.max(0, entry.level - 1)) * 12 }}
                className={classes(
                  "flex w-full items-baseline gap-2 rounded-sm py-1 pr-2 text-left text-xs hover:bg-hover aria-current:bg-active aria-current:font-medium",
                  entry.level > 1 && "text-muted aria-current:text-fg",
                )}
              >
                <span className="min-w-0 flex-1 break-words">
                  <ForeignText still>{entry.title}</ForeignText>
                </span>
                <span className="shrink-0 text-2xs text-muted tabular-nums">{entry.page}</span>
              </button>
            </li>
          ))}
        </ol>
      </nav>
      <Facts document={document} newest={newest} onVersion={onVersion} />
    </aside>
  );
}

const ORIGINS = ["upload", "note", "sample"] as const;

function Facts({ document, newest, onVersion }: Pick<SidePanelProps, "document" | "newest" | "onVersion">) {
  const { t, format } = useI18n();
  const origin = ORIGINS.find((each) => each === document.source.kind);
  return (
    <section aria-label={t("reader.facts")} className="px-2 text-xs">
      <h2 className="pb-1 text-2xs font-medium text-muted">{t("reader.facts")}</h2>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5">
        <dt className="text-muted">{t("reader.file")}</dt>
        <dd className="min-w-0 break-words">{document.name}</dd>
        <dt className="text-muted">{t("reader.added")}</dt>
        <dd><RelativeTime iso={document.added_at} /></dd>
        <dt className="text-muted">{t("reader.size")}</dt>
        <dd className="tabular-nums">{format.bytes(document.size)}</dd>
        <dt className="text-muted">{t("reader.origin")}</dt>
        <dd className="min-w-0 break-words">{origin && document.source.ref === "" ? t(`reader.origin.${origin}`) : <ForeignText still>{document.source.ref}</ForeignText>}</dd>
      </dl>
      <Notes notes={document.notes} />
      {document.versions.length > 1 && (
        <>
          <h3 className="pt-4 pb-1 text-2xs font-medium text-muted">{t("reader.versions")}</h3>
          <ul>
            {document.versions.map(({ version, added_at, name }) => (
              <li key={version} className="flex items-center gap-1.5">
                <button
                  type="button"
                  aria-current={version === document.version || undefined}
                  title={name}
                  onClick={() => onVersion(version === newest ? undefined : version)}
                  className="-mx-1.5 flex min-w-0 flex-1 items-center gap-1.5 rounded-sm px-1.5 py-1 text-left hover:bg-hover aria-current:bg-active"
                >
                  <span className="min-w-0 flex-1 truncate">
                    {t("reader.version", { version })} · <RelativeTime iso={added_at} />
                  </span>
                  {version === newest && <Badge>{t("reader.version.newest")}</Badge>}
                </button>
                <a
                  href={originalUrl(document.id, version)}
                  download={name}
                  aria-label={`${t("reader.original")}: ${t("reader.version", { version })}`}
                  className="rounded-sm p-1.5 text-muted hover:bg-hover hover:text-fg"
                >
                  <Download aria-hidden className="size-3.5" />
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** What every document is better off without: no loss that anybody has to be warned of. */
const HARMLESS: ReadonlySet<string> = new Set(["page_numbers_left_out", "repeated_lines_left_out"]);

/** What of a document is not in its text: losses as a warning, the frame of its pages in passing. */
function Notes({ notes }: { readonly notes: KnowledgeDocument["notes"] }) {
  const t = useT();
  const losses = notes.filter(({ code }) => !HARMLESS.has(code));
  const frame = notes.filter(({ code }) => HARMLESS.has(code));
  return (
    <>
      {losses.length > 0 && (
        <div className="mt-3 rounded-md bg-warn-soft px-2.5 py-2 text-warn-text">
          <p className="flex items-center gap-1.5 font-medium">
            <TriangleAlert aria-hidden className="size-3.5" />
            {t("reader.notes.about")}
          </p>
          <ul className="mt-1">
            {losses.map(({ page, message }, index) => (
              <li key={index}>
                {page !== null && `${t("knowledge.page.short", { page })}: `}
                {message}
              </li>
            ))}
          </ul>
        </div>
      )}
      {frame.length > 0 && (
        <ul className="mt-3 text-2xs text-muted">
          {frame.map(({ message }, index) => (
            <li key={index} className="break-words">
              {message}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
