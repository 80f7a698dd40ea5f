import { ForeignText } from "@/ui";

/** A sentence in which `names` between ticks are set apart. Nothing else in it is read as anything but words. */
export function Words({ children }: { readonly children: string }) {
  return children.split(/`([^`\n]+)`/).map((part, index) =>
    index % 2 === 0 ? (
      <ForeignText key={index} still>
        {part}
      </ForeignText>
    ) : (
      <code key={index} className="rounded-sm bg-hover px-1 font-mono text-[0.92em] break-all">
        <ForeignText place="code" still>
          {part}
        </ForeignText>
      </code>
    ),
  );
}
