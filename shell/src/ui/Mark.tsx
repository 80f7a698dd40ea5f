import { Bot, Code, Compass, FlaskConical, type LucideIcon, Palette, PenLine, Search, Sparkles } from "lucide-react";
import { lazy, Suspense } from "react";

/** The pictures of the agents that everybody has; the others come when somebody chose one. */
const COMMON: Readonly<Record<string, LucideIcon>> = {
  "": Bot,
  bot: Bot,
  code: Code,
  compass: Compass,
  flask: FlaskConical,
  palette: Palette,
  pen: PenLine,
  "pen-line": PenLine,
  search: Search,
  sparkles: Sparkles,
};

const OtherMark = lazy(() => import("./OtherMark").then((module) => ({ default: module.OtherMark })));

/** The picture of this name; an unknown one is a robot. */
export function Mark({ name, className }: { readonly name: string; readonly className?: string }) {
  const Common = Object.hasOwn(COMMON, name) ? COMMON[name] : undefined;
  if (Common) return <Common aria-hidden className={className} />;
  return (
    <Suspense fallback={<span className={className} />}>
      <OtherMark name={name} className={className} />
    </Suspense>
  );
}
