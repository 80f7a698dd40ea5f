import { useState } from "react";
import { Link } from "wouter";

import { useImportMcpServers } from "@/api";
import { useT } from "@/i18n";
import { Section, Trouble } from "@/stage";
import { Button, Field, ForeignText, Textarea } from "@/ui";

/** A place to paste the `mcp.json` of another program, and what became of it. */
export function ImportServers() {
  const t = useT();
  const [content, write] = useState("");
  const bring = useImportMcpServers();
  return (
    <Section title={t("mcp.import")} about={t("mcp.import.about")}>
      <form
        aria-label={t("mcp.import")}
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          bring.mutate(content);
        }}
      >
        <Field label={t("mcp.import.field")}>{(ids) => <Textarea {...ids} className="font-mono" rows={5} value={content} onChange={(event) => write(event.target.value)} />}</Field>
        {bring.error && <Trouble error={bring.error} />}
        <div>
          <Button type="submit" busy={bring.isPending} disabled={content.trim() === ""}>
            {t("mcp.import.do")}
          </Button>
        </div>
        {bring.data && (
          <div role="status" className="flex flex-col gap-1 text-sm">
            <p>{t("mcp.import.done", { count: bring.data.items.length })}</p>
            <ul aria-label={t("mcp.import.drafts")} className="flex flex-wrap gap-x-4 gap-y-1">
              {bring.data.items.map(({ id }) => (
                <li key={id}>
                  <Link href={`/mcp-servers/${id}`} className="underline">
                    {id}
                  </Link>
                </li>
              ))}
            </ul>
            <ul className="list-disc pl-5 text-muted">
              {bring.data.notes.map((note) => (
                <li key={note}>
                  <ForeignText>{note}</ForeignText>
                </li>
              ))}
            </ul>
            {(bring.data.refused ?? []).length > 0 && <p className="text-bad-text">{t("mcp.import.refused", { count: (bring.data.refused ?? []).length })}</p>}
            <ul className="list-disc pl-5 text-muted">
              {(bring.data.refused ?? []).map(({ name, why }) => (
                <li key={name}>
                  <ForeignText place="name">{name}</ForeignText>
                  {": "}
                  <ForeignText>{why}</ForeignText>
                </li>
              ))}
            </ul>
          </div>
        )}
      </form>
    </Section>
  );
}
