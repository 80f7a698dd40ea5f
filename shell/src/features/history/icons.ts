import { Bot, Brain, CalendarClock, File, FolderClosed, GraduationCap, Image, type LucideIcon, MessageSquare, Target, Workflow } from "lucide-react";

import type { ChangedKind } from "@/api";

/** A picture for each kind of thing that can be changed. */
export const ICONS: Readonly<Record<ChangedKind, LucideIcon>> = {
  file: File,
  memory: Brain,
  agent: Bot,
  project: FolderClosed,
  conversation: MessageSquare,
  artifact: Image,
  workflow: Workflow,
  schedule: CalendarClock,
  atlas: Target,
  school: GraduationCap,
};
