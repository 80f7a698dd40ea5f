import { memo } from "react";

import { useT } from "@/i18n";
import { CodeBlock } from "../CodeBlock";
import { ForeignText } from "../ForeignText";
import { Inlines } from "./Inlines";
import type { Align, Block, Row } from "./nodes";

const HEADINGS = ["h2", "h3", "h4", "h5", "h6"] as const;

/** One part of a document; drawn again only when it changed. */
export const BlockView = memo(function BlockView({ block }: { readonly block: Block }) {
  switch (block.kind) {
    case "paragraph":
      return (
        <p>
          <Inlines inside={block.inside} />
        </p>
      );
    case "words":
      return <Inlines inside={block.inside} />;
    case "heading": {
      // The page has its own first heading: those of a text come below it.
      const Heading = HEADINGS[Math.min(HEADINGS.length, block.level) - 1] ?? "h6";
      return (
        <Heading data-depth={block.depth}>
          <Inlines inside={block.inside} />
        </Heading>
      );
    }
    case "code":
      return <CodeBlock code={block.text} language={block.language} className="prose-code" />;
    case "quote":
      return (
        <blockquote>
          <Blocks blocks={block.inside} />
        </blockquote>
      );
    case "list":
      return <ListView start={block.start} items={block.items} />;
    case "table":
      return <TableView align={block.align} header={block.header} rows={block.rows} />;
    case "rule":
      return <hr />;
    case "raw":
      return (
        <p className="whitespace-pre-wrap">
          <ForeignText>{block.text.trimEnd()}</ForeignText>
        </p>
      );
  }
});

function Blocks({ blocks }: { readonly blocks: readonly Block[] }) {
  return blocks.map((block, index) => <BlockView key={index} block={block} />);
}

function ListView({ start, items }: { readonly start: number | null; readonly items: readonly (readonly Block[])[] }) {
  const inside = items.map((blocks, index) => (
    <li key={index} className={isTask(blocks) ? "list-none" : undefined}>
      <Blocks blocks={blocks} />
    </li>
  ));
  return start === null ? <ul>{inside}</ul> : <ol start={start}>{inside}</ol>;
}

function isTask(blocks: readonly Block[]): boolean {
  const first = blocks[0];
  return first !== undefined && (first.kind === "words" || first.kind === "paragraph") && first.inside[0]?.kind === "task";
}

const ALIGNS = { left: undefined, center: "text-center", right: "text-right" } as const;

const alignOf = (align: Align | undefined) => (align ? ALIGNS[align] : undefined);

function TableView({ align, header, rows }: { readonly align: readonly Align[]; readonly header: Row; readonly rows: readonly Row[] }) {
  const t = useT();
  return (
    <div className="table-scroll" tabIndex={0} role="group" aria-label={t("ui.table")}>
      <table>
        <thead>
          <tr>
            {header.map((cell, column) => (
              <th key={column} scope="col" className={alignOf(align[column])}>
                <Inlines inside={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column} className={alignOf(align[column])}>
                  <Inlines inside={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
