import { BookOpenText, FileText, Layers, Library, Users } from "lucide-react";

import { useT } from "@/i18n";
import { classes, Skeleton } from "@/ui";
import { AgentIcon } from "../AgentIcon";
import type { PickerOption } from "./options";
import type { Picker } from "./usePicker";

interface PickerListProps {
  readonly picker: Picker;
  readonly onPick: (option: PickerOption) => void;
}

const GROUPS = {
  document: "chat.picker.documents",
  collection: "chat.picker.collections",
  file: "chat.picker.files",
  artifact: "chat.picker.artifacts",
  agent: "chat.picker.agents",
  team: "chat.picker.teams",
} as const;
const ICONS = { document: BookOpenText, collection: Library, file: FileText, artifact: Layers, agent: Layers, team: Users } as const;

/** What `#` or `@` offers, above the field. The field keeps the focus and walks through it. */
export function PickerList({ picker, onPick }: PickerListProps) {
  const t = useT();
  const { trigger, options, active } = picker;
  if (trigger === null) return null;
  return (
    <div className="absolute inset-x-0 bottom-full z-20 mb-1.5 animate-pop overflow-hidden rounded-lg bg-raised shadow-float">
      <ul
        id={picker.listId}
        role="listbox"
        aria-label={t(trigger.kind === "@" ? "chat.picker.agents" : "chat.picker.things")}
        className="max-h-64 overflow-y-auto p-1"
      >
        {options.map((option, index) => (
          <PickerRow
            key={option.attached.ref}
            id={picker.optionId(index)}
            option={option}
            active={index === active}
            heading={option.kind !== options[index - 1]?.kind}
            onPoint={() => picker.point(index)}
            onPick={() => onPick(option)}
          />
        ))}
      </ul>
      {options.length === 0 &&
        (picker.loading ? (
          <div className="flex flex-col gap-2 p-3 pt-1">
            <Skeleton className="h-4 w-2/3" />
            <Skeleton className="h-4 w-1/2" />
          </div>
        ) : (
          <p className="px-3 pt-1 pb-3 text-sm text-muted">{t(trigger.kind === "@" ? "chat.picker.nobody" : "chat.picker.none")}</p>
        ))}
    </div>
  );
}

interface PickerRowProps {
  readonly id: string;
  readonly option: PickerOption;
  readonly active: boolean;
  /** Whether it is the first of its kind. */
  readonly heading: boolean;
  readonly onPoint: () => void;
  readonly onPick: () => void;
}

function PickerRow({ id, option, active, heading, onPoint, onPick }: PickerRowProps) {
  const t = useT();
  const Icon = ICONS[option.kind];
  return (
    <>
      {heading && (
        <li role="presentation" className="px-2 pt-1.5 pb-1 text-2xs font-medium text-muted">
          {t(GROUPS[option.kind])}
        </li>
      )}
      <li
        id={id}
        ref={(row) => {
          if (active) row?.scrollIntoView({ block: "nearest" });
        }}
        role="option"
        aria-selected={active}
        onPointerMove={onPoint}
        // The field keeps the focus: a press here would take it.
        onPointerDown={(event) => event.preventDefault()}
        onClick={onPick}
        className={classes("flex min-h-8 items-center gap-2 rounded-sm px-2 py-1 text-sm", active && "bg-hover")}
      >
        {option.kind === "agent" ? <AgentIcon agent={option.agent} size="sm" /> : <Icon aria-hidden className="size-3.5 shrink-0 text-muted" />}
        <span className="max-w-[70%] shrink-0 truncate">{option.title}</span>
        <span className="min-w-0 flex-1 truncate text-xs text-muted">{option.detail}</span>
      </li>
    </>
  );
}
