import { Archive, Check, Copy, Pencil, Play, Plus, Trash2 } from "lucide-react";
import { useState } from "react";

import { useT } from "@/i18n";
import { Button, CopyButton, IconButton, Kbd, MenuButton, Toggle, Toolbar } from "@/ui";
import { Line } from "../Line";
import type { Group } from "../specimen";

function Buttons() {
  const t = useT();
  return (
    <>
      <Line>
        <Button tone="primary" icon={Play}>
          {t("words.approve")}
        </Button>
        <Button>{t("words.open")}</Button>
        <Button tone="quiet">{t("words.cancel")}</Button>
        <Button tone="danger" icon={Trash2}>
          {t("words.delete")}
        </Button>
      </Line>
      <Line>
        <Button size="sm">{t("words.more")}</Button>
        <Button size="lg" tone="primary">
          {t("words.approve")}
        </Button>
        <Button busy>{t("words.loading")}</Button>
        <Button disabled>{t("words.undo")}</Button>
        <Button tone="primary" disabled>
          {t("words.approve")}
        </Button>
      </Line>
    </>
  );
}

function IconButtons() {
  const t = useT();
  return (
    <Line>
      <IconButton icon={Plus} label={t("words.open")} />
      <IconButton icon={Pencil} label={t("words.rename")} size="sm" />
      <IconButton icon={Check} label={t("words.approve")} pressed />
      <IconButton icon={Trash2} label={t("words.delete")} disabled />
    </Line>
  );
}

function Menus() {
  const t = useT();
  const items = [
    { id: "open", label: t("words.open"), icon: Copy, keys: "⌘O", onSelect: () => undefined },
    { id: "rename", label: t("words.rename"), icon: Pencil, disabled: true, onSelect: () => undefined },
    { id: "delete", label: t("words.delete"), icon: Trash2, danger: true, separated: true, onSelect: () => undefined },
  ];
  return (
    <Line>
      <MenuButton items={items} />
      <MenuButton items={items} text label={t("ui.menu")} />
      <MenuButton items={items} text icon={Archive} tone="primary" label={t("words.open")} />
    </Line>
  );
}

function Toggles() {
  const t = useT();
  const [pressed, setPressed] = useState(true);
  return (
    <Line>
      <Toggle pressed={pressed} onChange={setPressed} label={t("words.yes")} icon={Check} />
      <Toggle pressed={false} onChange={() => undefined} label={t("words.no")} />
      <Toggle pressed={false} onChange={() => undefined} label={t("words.no")} disabled />
    </Line>
  );
}

function Toolbars() {
  const t = useT();
  return (
    <Toolbar>
      <IconButton icon={Pencil} label={t("words.rename")} />
      <IconButton icon={Copy} label={t("ui.copy")} />
      <Button size="sm">{t("words.more")}</Button>
    </Toolbar>
  );
}

function Copies() {
  const t = useT();
  return (
    <Line>
      <CopyButton text="aule up" />
      <CopyButton text="aule up" wordy label={t("ui.copy")} />
    </Line>
  );
}

function Keys() {
  return (
    <Line>
      <Kbd>⌘K</Kbd>
      <Kbd>Esc</Kbd>
      <Kbd>?</Kbd>
    </Line>
  );
}

export const ACTIONS: Group = {
  id: "actions",
  titleKey: "design.actions",
  specimens: [
    { names: ["Button"], Show: Buttons },
    { names: ["IconButton"], Show: IconButtons },
    { names: ["MenuButton", "DropdownMenu", "MenuSheet"], Show: Menus },
    { names: ["Toggle"], Show: Toggles },
    { names: ["Toolbar"], Show: Toolbars },
    { names: ["CopyButton"], Show: Copies },
    { names: ["Kbd"], Show: Keys },
  ],
};
