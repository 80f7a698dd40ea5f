import { ChevronRight } from "lucide-react";
import { type KeyboardEvent, useMemo, useRef, useState } from "react";

import { useT } from "@/i18n";
import { classes } from "./classes";
import { ForeignText } from "./ForeignText";
import { firstOpen, type JsonLine, linesOf, nodesOf } from "./json";

interface JsonTreeProps {
  readonly value: unknown;
  readonly label: string;
  /** Whether all of it is open to begin with. */
  readonly whole?: boolean;
  readonly className?: string;
}

/** A JSON document to look through: arrow keys open, close and move. Big nodes show their first 200 children. */
export function JsonTree({ value, label, whole: isWhole = false, className }: JsonTreeProps) {
  const [open, setOpen] = useState(() => (isWhole ? nodesOf(value) : firstOpen(value)));
  const [whole, setWhole] = useState<ReadonlySet<string>>(() => (isWhole ? nodesOf(value) : new Set()));
  const [current, setCurrent] = useState("$");
  const tree = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => linesOf(value, open, whole), [value, open, whole]);
  const toggle = (path: string, wish: boolean) =>
    setOpen((known) => {
      const next = new Set(known);
      if (wish) next.add(path);
      else next.delete(path);
      return next;
    });
  const go = (index: number) => {
    const line = lines[Math.min(lines.length - 1, Math.max(0, index))];
    if (line === undefined) return;
    setCurrent(keyOf(line));
    tree.current?.querySelectorAll<HTMLElement>("[role=treeitem]")[lines.indexOf(line)]?.focus();
  };
  const act = (line: JsonLine) => {
    if (line.kind === "rest") setWhole((known) => new Set(known).add(line.path));
    else if (line.kind !== "value") toggle(line.path, !line.open);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const place = Math.max(0, lines.findIndex((line) => keyOf(line) === current));
    const line = lines[place];
    if (line === undefined || event.metaKey || event.ctrlKey || event.altKey) return;
    const isNode = line.kind === "list" || line.kind === "object";
    if (event.key === "ArrowDown") go(place + 1);
    else if (event.key === "ArrowUp") go(place - 1);
    else if (event.key === "Home") go(0);
    else if (event.key === "End") go(lines.length - 1);
    else if (event.key === "ArrowRight" && isNode && line.open) go(place + 1);
    else if (event.key === "ArrowRight" && isNode) toggle(line.path, true);
    else if (event.key === "ArrowLeft" && isNode && line.open) toggle(line.path, false);
    else if (event.key === "ArrowLeft") go(lines.findLastIndex((each, index) => index < place && each.depth < line.depth));
    else if (event.key === "Enter" || event.key === " ") act(line);
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={tree}
      role="tree"
      aria-label={label}
      onKeyDown={onKeyDown}
      className={classes("overflow-auto rounded-md border border-line bg-panel py-1.5 font-mono text-2xs leading-[18px]", className)}
    >
      {lines.map((line) => (
        <Line key={keyOf(line)} line={line} reached={keyOf(line) === current} onAct={act} onReach={setCurrent} />
      ))}
    </div>
  );
}

const keyOf = (line: JsonLine) => (line.kind === "rest" ? `${line.path}/…` : line.path);

interface LineProps {
  readonly line: JsonLine;
  readonly reached: boolean;
  readonly onAct: (line: JsonLine) => void;
  readonly onReach: (key: string) => void;
}

const INDENT = 14;

function Line({ line, reached, onAct, onReach }: LineProps) {
  const t = useT();
  const isNode = line.kind === "list" || line.kind === "object";
  return (
    <div
      role="treeitem"
      aria-level={line.depth + 1}
      aria-expanded={isNode && line.count > 0 ? line.open : undefined}
      tabIndex={reached ? 0 : -1}
      onFocus={() => onReach(keyOf(line))}
      onClick={() => onAct(line)}
      className={classes("flex min-w-0 items-start gap-1 pr-3 -outline-offset-2", line.kind !== "value" && "hover:bg-hover")}
      style={{ paddingLeft: 8 + line.depth * INDENT }}
    >
      <ChevronRight
        aria-hidden
        className={classes("mt-0.5 size-3.5 shrink-0 text-muted transition-transform duration-100", !(isNode && line.count > 0) && "invisible", isNode && line.open && "rotate-90")}
      />
      {line.kind === "rest" ? (
        <span className="font-sans text-accent-text">{t("ui.json.rest", { count: line.count })}</span>
      ) : (
        <span className="min-w-0 wrap-anywhere whitespace-pre-wrap">
          {line.name !== null && (
            <span className="text-code-name">
              <ForeignText place="name">{line.name}</ForeignText>:{" "}
            </span>
          )}
          {line.kind === "value" ? (
            <span className={LOOKS[line.value === null ? "null" : (typeof line.value as "string" | "number" | "boolean")]}><ForeignText place="code">{JSON.stringify(line.value)}</ForeignText></span>
          ) : (
            <span className="text-muted">
              {line.kind === "list" ? "[…]" : "{…}"} {t(line.kind === "list" ? "ui.json.items" : "ui.json.fields", { count: line.count })}
            </span>
          )}
        </span>
      )}
    </div>
  );
}

const LOOKS = { string: "text-code-string", number: "text-code-number", boolean: "text-code-keyword", null: "text-muted" } as const;
