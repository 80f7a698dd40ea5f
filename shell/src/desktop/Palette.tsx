import { Command } from "cmdk";
import { CornerDownLeft } from "lucide-react";
import { Dialog } from "radix-ui";
import { useEffect, useState } from "react";

import type { ActionContext } from "@/actions";
import { useT } from "@/i18n";
import { useLayout } from "@/state";
import { Kbd, Spinner, useFocusReturn } from "@/ui";
import { type Choice, type ChoiceGroup, chooseFrom, usePalette } from "./usePalette";

/** Search and commands in one field: ⌘K. */
export function Palette({ context }: { readonly context: ActionContext }) {
  const t = useT();
  const open = useLayout((state) => state.palette);
  const show = useLayout((state) => state.showPalette);
  const focus = useFocusReturn();
  return (
    <Dialog.Root open={open} onOpenChange={show}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim backdrop-blur-[3px]" />
        <Dialog.Content
          {...focus}
          aria-describedby={undefined}
          className="fixed top-[14vh] left-1/2 z-50 w-[min(600px,calc(100vw-24px))] -translate-x-1/2 animate-fade overflow-hidden rounded-xl bg-panel shadow-float"
        >
          <Dialog.Title className="sr-only">{t("palette.title")}</Dialog.Title>
          <PaletteBody context={context} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function PaletteBody({ context }: { readonly context: ActionContext }) {
  const t = useT();
  const [words, setWords] = useState("");
  const [marked, mark] = useState("");
  const { groups, searching } = usePalette(words, context);
  const first = groups[0]?.choices[0]?.id ?? "";
  // New words or new findings: Enter takes the first again.
  useEffect(() => mark(first), [first, words]);
  return (
    <Command label={t("palette.title")} loop shouldFilter={false} value={marked} onValueChange={mark}>
      <div className="flex items-center gap-2 border-b border-line px-4">
        <Command.Input
          value={words}
          onValueChange={setWords}
          placeholder={t("palette.placeholder")}
          className="h-12 w-full bg-transparent text-md text-fg outline-none placeholder:text-muted"
        />
        {searching && <Spinner className="text-muted" />}
      </div>
      <Command.List label={t("palette.title")} className="max-h-[min(420px,56vh)] overflow-y-auto p-1.5">
        {groups.map((group) => (
          <Group key={group.id} group={group} />
        ))}
      </Command.List>
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
        <Item key={choice.id} choice={choice} />
      ))}
    </Command.Group>
  );
}

function Item({ choice }: { readonly choice: Choice }) {
  return (
    <Command.Item
      value={choice.id}
      onSelect={() => chooseFrom(choice)}
      className="group flex h-9 items-center gap-3 rounded-md px-2.5 text-sm outline-none data-[selected=true]:bg-hover"
    >
      <choice.icon aria-hidden className="size-4 shrink-0 text-muted" strokeWidth={1.75} />
      <span className="min-w-0 flex-1 truncate">
        {choice.label}
        {choice.detail && <span className="ml-2 text-xs text-muted">{choice.detail}</span>}
      </span>
      {choice.keys && <Kbd>{choice.keys}</Kbd>}
      <CornerDownLeft aria-hidden className="hidden size-3.5 text-muted group-data-[selected=true]:block" />
    </Command.Item>
  );
}
