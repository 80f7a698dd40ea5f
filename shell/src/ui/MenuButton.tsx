import { ChevronDown, Ellipsis, type LucideIcon } from "lucide-react";

import { useT } from "@/i18n";
import { Button, type ButtonTone } from "./Button";
import { DropdownMenu } from "./DropdownMenu";
import { IconButton } from "./IconButton";
import type { MenuItem } from "./MenuSheet";

interface MenuButtonProps {
  readonly items: readonly MenuItem[];
  /** What the menu is about; "More actions" unless given. */
  readonly label?: string;
  /** Show the label on the button, with an arrow, instead of the three dots. */
  readonly text?: boolean;
  readonly icon?: LucideIcon;
  readonly tone?: ButtonTone;
  readonly size?: "sm" | "md";
  readonly align?: "start" | "center" | "end";
}

/** A button that opens a menu: three dots, or a word with an arrow. */
export function MenuButton({ items, label, text, icon, tone, size, align }: MenuButtonProps) {
  const t = useT();
  const name = label ?? t("ui.menu");
  const trigger = text ? (
    <Button tone={tone} size={size} icon={icon}>
      {name}
      <ChevronDown aria-hidden className="-mr-0.5 size-3.5 opacity-60" />
    </Button>
  ) : (
    <IconButton icon={icon ?? Ellipsis} label={name} size={size} />
  );
  return <DropdownMenu trigger={trigger} items={items} align={align ?? (text ? "start" : "end")} />;
}
