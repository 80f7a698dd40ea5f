import type { ReactNode } from "react";
import { Link } from "wouter";

import { Card } from "./Card";
import { classes } from "./classes";

interface LinkCardProps {
  readonly href: string;
  readonly title: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A card that leads to a page: its title is the link, and a click anywhere on it follows. */
export function LinkCard({ href, title, className, children }: LinkCardProps) {
  return (
    <Card
      className={classes(
        "relative flex w-full flex-col gap-2 p-4 transition-colors duration-100 focus-within:border-line-strong hover:border-line-strong",
        className,
      )}
    >
      <h2 className="text-md leading-5 font-semibold">
        <Link href={href} className="block truncate after:absolute after:inset-0 after:rounded-lg">
          {title}
        </Link>
      </h2>
      {children}
    </Card>
  );
}
