import { CircleAlert } from "lucide-react";
import { Component, type ReactNode } from "react";

import { translate } from "@/i18n";
import { Button, EmptyState } from "@/ui";

interface BoundaryProps {
  /** When this changes, it tries again. */
  readonly subject: string;
  readonly children: ReactNode;
}

/** Keeps one broken screen from taking the desktop down. */
export class Boundary extends Component<BoundaryProps, { readonly broken: string | null }> {
  override state = { broken: null };

  static getDerivedStateFromError(): { readonly broken: string } {
    return { broken: "" };
  }

  override componentDidUpdate(before: BoundaryProps): void {
    if (before.subject !== this.props.subject && this.state.broken !== null) this.setState({ broken: null });
  }

  override render(): ReactNode {
    if (this.state.broken === null) return this.props.children;
    return (
      <div role="alert" className="grid h-full place-items-center">
        <EmptyState
          icon={CircleAlert}
          title={translate("frame.crashed")}
          action={<Button onClick={() => location.reload()}>{translate("frame.crashed.reload")}</Button>}
        >
          {translate("frame.crashed.about")}
        </EmptyState>
      </div>
    );
  }
}
