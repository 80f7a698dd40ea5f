import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useState } from "react";

import { useArtifactNames, useCollections, useDocumentNames, usePersonas, useProjectFiles, useTeams } from "@/api";
import { useT } from "@/i18n";
import { announce } from "@/state";
import { agentOptions, artifactOptions, collectionOptions, documentOptions, fileOptions, type PickerOption, teamOptions } from "./options";
import { type Trigger, triggerAt } from "./trigger";

export interface Picker {
  readonly trigger: Trigger | null;
  readonly options: readonly PickerOption[];
  readonly loading: boolean;
  /** The option that Enter picks. */
  readonly active: number;
  readonly listId: string;
  readonly optionId: (index: number) => string;
  readonly point: (index: number) => void;
  /** The keys of the list while it is open; true when the key was one of them. */
  readonly press: (event: KeyboardEvent) => boolean;
  readonly close: () => void;
}

interface PickerInput {
  readonly text: string;
  /** Where the caret is; null while the field is not in use. */
  readonly caret: number | null;
  readonly project: string;
  readonly onPick: (option: PickerOption, trigger: Trigger) => void;
}

/** What `#` and `@` offer at the caret, walked by keyboard while the field keeps the focus. */
export function usePicker({ text, caret, project, onPick }: PickerInput): Picker {
  const t = useT();
  const id = useId();
  const found = caret === null ? null : triggerAt(text, caret);
  const [closed, close] = useState<number | null>(null);
  const [active, point] = useState(0);
  // Escape closes the list for this one sign; another sign opens it again.
  const trigger = found !== null && found.start !== closed ? found : null;
  const words = trigger?.words ?? "";
  const files = useProjectFiles(project, words, trigger?.kind === "#");
  const artifacts = useArtifactNames(words, trigger?.kind === "#");
  const documents = useDocumentNames(words, trigger?.kind === "#");
  const collections = useCollections(undefined, trigger?.kind === "#");
  const { data: agents = [] } = usePersonas();
  const { data: teams = [] } = useTeams(trigger?.kind === "@");
  const options =
    trigger === null
      ? []
      : trigger.kind === "@"
        ? [...agentOptions(agents, words, t), ...teamOptions(teams, words)]
        : [
            ...documentOptions(documents.data ?? []),
            ...collectionOptions(collections.data ?? [], words),
            ...fileOptions(files.data ?? [], project),
            ...artifactOptions(artifacts.data ?? []),
          ];
  const finding = [files, artifacts, documents, collections];
  const loading = trigger?.kind === "#" && finding.some(({ isPending }) => isPending);
  const stale = trigger?.kind === "#" && (loading || finding.some(({ isPlaceholderData }) => isPlaceholderData));

  useLayoutEffect(() => point(0), [words, trigger?.kind]);
  const isSignGone = found === null;
  useEffect(() => {
    if (isSignGone) close(null);
  }, [isSignGone]);
  const open = trigger !== null && !loading;
  const count = options.length;
  useEffect(() => {
    if (open) announce(t("chat.picker.count", { count }));
  }, [open, count, t]);

  const shown = Math.min(active, Math.max(0, options.length - 1));
  const chosen = options[shown];
  // Who types fast picks what these words find, not what the words before found: the pick waits for them.
  const [hurried, hurry] = useState<string | null>(null);
  useEffect(() => {
    if (hurried === null || (trigger?.words === hurried && stale)) return;
    hurry(null);
    if (trigger?.words === hurried && chosen !== undefined) onPick(chosen, trigger);
  }, [hurried, stale, trigger, chosen, onPick]);
  const press = (event: KeyboardEvent): boolean => {
    if (trigger === null || event.nativeEvent.isComposing) return false;
    if (event.key === "Escape") {
      close(trigger.start);
      return true;
    }
    const isPick = (event.key === "Enter" || event.key === "Tab") && !event.shiftKey;
    if (isPick && stale) {
      hurry(trigger.words);
      return true;
    }
    if (chosen === undefined) return false;
    switch (event.key) {
      case "ArrowDown":
        point((shown + 1) % options.length);
        return true;
      case "ArrowUp":
        point((shown - 1 + options.length) % options.length);
        return true;
      case "Enter":
      case "Tab":
        if (isPick) onPick(chosen, trigger);
        return isPick;
      default:
        return false;
    }
  };
  return {
    trigger,
    options,
    loading,
    active: shown,
    listId: `${id}-list`,
    optionId: (index) => `${id}-${index}`,
    point,
    press,
    close: () => close(trigger?.start ?? null),
  };
}
