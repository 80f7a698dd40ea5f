import { CircleAlert, CloudOff } from "lucide-react";
import { Component, type ReactNode } from "react";

import { useConnection } from "@/api";
import { translate } from "@/i18n";
import { Button, EmptyState } from "@/ui";

interface BoundaryProps {
  /** When this changes, it tries again. */
  readonly subject: string;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly broken: "crashed" | "unfetched" | null;
}

/** What browsers say when a piece of the page's code could not be fetched. */
const UNFETCHED = /dynamically imported module|Importing a module script failed|error loading dynamically/i;

/** Keeps one broken screen from taking the desktop down. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { broken: null };
  #unwatch: (() => void) | null = null;

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { broken: error instanceof Error && UNFETCHED.test(error.message) ? "unfetched" : "crashed" };
  }

  override componentDidMount(): void {
    // A screen whose code could not be fetched comes by itself once the server is back.
    this.#unwatch = useConnection.subscribe((now, before) => {
      if (this.state.broken === "unfetched" && now.status === "live" && before.status !== "live") location.reload();
    });
  }

  override componentWillUnmount(): void {
    this.#unwatch?.();
  }

  override componentDidUpdate(before: BoundaryProps): void {
    if (before.subject !== this.props.subject && this.state.broken !== null) this.setState({ broken: null });
  }

  override render(): ReactNode {
    const { broken } = this.state;
    if (broken === null) return this.props.children;
    return (
      <div role="alert" className="grid h-full place-items-center">
        <EmptyState
          heading
          icon={broken === "unfetched" ? CloudOff : CircleAlert}
          title={translate(`frame.${broken}`)}
          action={<Button onClick={() => location.reload()}>{translate("frame.crashed.reload")}</Button>}
        >
          {translate(`frame.${broken}.about`)}
        </EmptyState>
      </div>
    );
  }
}
