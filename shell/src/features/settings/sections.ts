/** The sections of the settings, in the order of their list. */

import { Cpu, Gauge, Globe, Info, KeyRound, type LucideIcon, Palette, Plug, Ticket } from "lucide-react";

import type { PlainKey } from "@/i18n";

export interface SettingsSection {
  readonly id: "providers" | "models" | "budgets" | "appearance" | "web" | "secrets" | "tokens" | "about";
  readonly icon: LucideIcon;
  readonly labelKey: PlainKey;
}

export const SECTIONS: readonly SettingsSection[] = [
  { id: "providers", icon: Plug, labelKey: "settings.providers" },
  { id: "models", icon: Cpu, labelKey: "settings.models" },
  { id: "budgets", icon: Gauge, labelKey: "settings.budgets" },
  { id: "appearance", icon: Palette, labelKey: "settings.appearance" },
  { id: "web", icon: Globe, labelKey: "settings.web" },
  { id: "secrets", icon: KeyRound, labelKey: "settings.secrets" },
  { id: "tokens", icon: Ticket, labelKey: "settings.tokens" },
  { id: "about", icon: Info, labelKey: "settings.about" },
];
