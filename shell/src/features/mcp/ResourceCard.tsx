import { Link } from "wouter";

import { type McpResource, useKeepMcpResource, useReadMcpResource } from "@/api";
import { useT } from "@/i18n";
import { Trouble } from "@/stage";
import { Button, Card, ForeignText, LongBox } from "@/ui";

/** One document of a server: read here, or kept as an artifact. A stranger wrote it. */
export function ResourceCard({ server, resource }: { readonly server: string; readonly resource: McpResource }) {
  const t = useT();
  const read = useReadMcpResource(server);
  const keep = useKeepMcpResource(server);
  const error = read.error ?? keep.error;
  return (
    <Card role="group" aria-label={resource.name} className="flex flex-col gap-2 p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="text-sm font-semibold">
          <ForeignText place="name">{resource.name}</ForeignText>
        </h3>
        <span className="ml-auto flex gap-2">
          <Button busy={read.isPending} onClick={() => read.mutate(resource.uri)}>
            {t("mcp.resources.read")}
          </Button>
          <Button busy={keep.isPending} onClick={() => keep.mutate(resource.uri)}>
            {t("mcp.resources.keep")}
          </Button>
        </span>
      </div>
      {resource.description && (
        <p className="text-sm text-muted">
          <ForeignText>{resource.description}</ForeignText>
        </p>
      )}
      <p className="font-mono text-xs text-muted wrap-anywhere">
        <ForeignText place="code">{resource.uri}</ForeignText>
      </p>
      {error && <Trouble error={error} />}
      {read.data && (
        <div className="overflow-hidden rounded-md border border-line bg-panel">
          <LongBox label={resource.name} lines={read.data.text.split("\n").length} className="px-3 py-2 text-sm wrap-anywhere whitespace-pre-wrap">
            <ForeignText>{read.data.text === "" ? t("mcp.resources.empty") : read.data.text}</ForeignText>
          </LongBox>
        </div>
      )}
      {read.data && read.data.cut > 0 && <p className="text-sm text-muted">{t("mcp.resources.cut", { count: read.data.cut })}</p>}
      {keep.data && (
        <p role="status" className="text-sm">
          {t("mcp.resources.kept")}{" "}
          {keep.data.artifacts.map((id) => (
            <Link key={id} href={`/artifacts/${id}`} className="mr-2 underline">
              {id}
            </Link>
          ))}
        </p>
      )}
    </Card>
  );
}
