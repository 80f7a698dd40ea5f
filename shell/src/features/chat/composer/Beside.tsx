import { RotateCcw, X } from "lucide-react";

import { artifactUrl, usePersonas, useTeams } from "@/api";
import { nameOf, useI18n } from "@/i18n";
import type { Attached } from "@/state";
import { Chip, IconButton, Progress } from "@/ui";
import { AgentIcon } from "../AgentIcon";
import { iconOf, idOf, isPicture, signOf } from "../messages/Attachments";
import type { Upload } from "../uploads";
import type { Uploads } from "../useUploads";

interface BesideProps {
  readonly attached: readonly Attached[];
  readonly uploads: Uploads;
  readonly onDetach: (ref: string) => void;
}

/** What lies beside the message: things attached, files on their way, and who is asked. */
export function Beside({ attached, uploads, onDetach }: BesideProps) {
  const { t } = useI18n();
  if (attached.length === 0 && uploads.list.length === 0) return null;
  return (
    <ul aria-label={t("chat.attached")} className="flex max-h-40 flex-wrap gap-1.5 overflow-y-auto px-2.5 pt-2.5">
      {attached.map((thing) => (
        <li key={thing.ref} className="max-w-full min-w-0">
          <Thing thing={thing} onRemove={() => onDetach(thing.ref)} />
        </li>
      ))}
      {uploads.list.map((upload) => (
        <li key={upload.id} className="w-full min-w-0">
          <OnItsWay upload={upload} onDrop={() => uploads.drop(upload.id)} onRetry={() => uploads.retry(upload.id)} />
        </li>
      ))}
    </ul>
  );
}

function Thing({ thing, onRemove }: { readonly thing: Attached; readonly onRemove: () => void }) {
  const { t, format } = useI18n();
  const { data: agents = [] } = usePersonas();
  const isAgent = thing.ref.startsWith("agent:");
  const isTeam = thing.ref.startsWith("team:");
  const { data: teams = [] } = useTeams(isTeam);
  const agent = isAgent ? agents.find(({ id }) => id === idOf(thing.ref)) : undefined;
  const name = isAgent
    ? `@${agent ? nameOf(agent, t) : thing.title}`
    : isTeam
      ? `@${teams.find(({ id }) => id === idOf(thing.ref))?.name ?? thing.title}`
      : thing.title;
  const leading = isAgent ? (
    <AgentIcon agent={agent} />
  ) : isPicture(thing) ? (
    <img src={artifactUrl(idOf(thing.ref))} alt="" className="-ml-1 size-5 shrink-0 rounded-sm object-cover" />
  ) : undefined;
  return (
    <Chip
      label={name}
      icon={signOf(thing)}
      leading={leading}
      detail={thing.size === null ? undefined : format.bytes(thing.size)}
      onRemove={onRemove}
    />
  );
}

interface OnItsWayProps {
  readonly upload: Upload;
  readonly onDrop: () => void;
  readonly onRetry: () => void;
}

function OnItsWay({ upload, onDrop, onRetry }: OnItsWayProps) {
  const { t, format } = useI18n();
  const { file, state, part, error, hint } = upload;
  const Icon = iconOf(file.type || null);
  const bad = state === "failed" || state === "refused";
  return (
    <div className="flex items-center gap-2 rounded-sm border border-line-strong py-0.5 pr-0.5 pl-2 text-xs">
      <Icon aria-hidden className="size-3.5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1 py-0.5">
        <p className="flex gap-2">
          <span className="min-w-0 truncate">{file.name}</span>
          <span className="ml-auto shrink-0 text-muted tabular-nums">{format.bytes(file.size)}</span>
        </p>
        {bad ? (
          <p className="text-bad-text">
            {error}
            {hint && <span className="block text-muted">{hint}</span>}
          </p>
        ) : (
          <Progress value={state === "sending" ? part : 0} label={t("chat.upload.progress", { name: file.name })} className="mt-1" />
        )}
      </div>
      {state === "failed" && <IconButton icon={RotateCcw} size="sm" label={t("chat.upload.retry", { name: file.name })} onClick={onRetry} />}
      <IconButton
        icon={X}
        size="sm"
        label={t(bad ? "chat.upload.dismiss" : "chat.upload.cancel", { name: file.name })}
        onClick={onDrop}
      />
    </div>
  );
}
