import { Command } from "cmdk";
import { type KeyboardEvent, type RefObject, useEffect, useId, useLayoutEffect, useState } from "react";

import { type ActionContext, chordText } from "@/actions";
import { useT } from "@/i18n";
import { useLayout } from "@/state";
import { Kbd, Modal, Spinner } from "@/ui";
import type { ChoiceGroup } from "./choices";
import { PaletteItem } from "./PaletteItem";
import { take, usePalette } from "./usePalette";
import { useTyped } from "./useTyped";

interface PaletteProps {
  readonly context: ActionContext;
  /** What was typed before the palette was there; it begins with that, once. */
  readonly ahead: RefObject<string>;
}

/** Search and commands in one field: ⌘K. */
export function Palette({ context, ahead }: PaletteProps) {
  const t = useT();
  const open = useLayout((state) => state.palette);
  const show = useLayout((state) => state.showPalette);
  const title = useId();
  if (!open) return null;
  return (
    <Modal
      onClose={() => show(false)}
      labelledBy={title}
      className="inset-x-0 top-[12vh] mx-auto w-[min(620px,calc(100vw-24px))] animate-fade overflow-hidden rounded-xl bg-panel shadow-float max-sm:top-3"
    >
      <h2 id={title} className="sr-only">
        {t("palette.title")}
      </h2>
      <PaletteBody context={context} ahead={ahead} />
    </Modal>
  );
}

function PaletteBody({ context, ahead }: PaletteProps) {
  const t = useT();
  const [typed, type] = useTyped(ahead);
  const [marked, mark] = useState("");
  const [hurried, hurry] = useState<"open" | "chat" | null>(null);
  const { groups, searching } = usePalette(typed, context);
  const choices = groups.flatMap((group) => group.choices);
  const first = choices[0];
  const firstId = first?.id ?? "";
  // New words or new findings: Enter takes the first again, and what is painted as marked.
  useLayoutEffect(() => mark(firstId), [firstId, typed]);
  useEffect(() => {
    if (hurried !== null && !searching && first !== undefined) take(first, hurried === "chat");
  }, [hurried, searching, first]);

  const current = choices.find((choice) => choice.id === marked);
  const press = (event: KeyboardEvent) => {
    hurry(null);
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    const chat = event.metaKey || event.ctrlKey;
    // Faster than the search: Enter means what will be found, not what happens to be on top meanwhile.
    const early = searching && marked === firstId && !first?.meant;
    if (!early && !chat) return;
    event.preventDefault();
    if (early) hurry(chat ? "chat" : "open");
    else if (current !== undefined) take(current, true);
  };
  return (
    <Command label={t("palette.title")} loop shouldFilter={false} value={marked} onValueChange={mark} onKeyDown={press}>
      <div className="flex items-center gap-2 border-b border-line px-4">
        <Command.Input
          value={typed}
          onValueChange={type}
          placeholder={t("palette.placeholder")}
          className="h-12 w-full bg-transparent text-md text-fg outline-none placeholder:text-muted"
        />
        {searching && <Spinner className="text-muted" />}
      </div>
      <Command.List label={t("palette.title")} className="max-h-[min(440px,58vh)] scroll-py-1.5 overflow-y-auto p-1.5">
        {groups.map((group) => (
          <Group key={group.id} group={group} />
        ))}
        {groups.length === 0 && !searching && (
          <p className="px-2.5 py-6 text-center text-sm text-muted">{t("palette.nothing")}</p>
        )}
      </Command.List>
      <footer className="flex h-9 items-center gap-4 overflow-hidden border-t border-line px-4 text-2xs whitespace-nowrap text-muted max-sm:hidden">
        <Hint keys={chordText("enter")} words={t("palette.hint.open")} />
        {current?.toChat && <Hint keys={chordText("mod+enter")} words={t("palette.hint.chat")} />}
        <span className="flex-1" />
        <Hint keys=">" words={t("palette.hint.actions")} />
        <Hint keys="#" words={t("palette.hint.artifacts")} />
        <Hint keys="@" words={t("palette.hint.agents")} />
      </footer>
    </Command>
  );
}

function Group({ group }: { readonly group: ChoiceGroup }) {
  return (
    <Command.Group
      heading={group.label}
      className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-2xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted"
    >
      {group.choices.map((choice) => (
        <PaletteItem key={choice.id} choice={choice} />
      ))}
    </Command.Group>
  );
}

function Hint({ keys, words }: { readonly keys: string; readonly words: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <Kbd>{keys}</Kbd>
      {words}
    </span>
  );
}
