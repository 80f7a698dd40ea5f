import { Handle, Position } from "@xyflow/react";

import type { StepNodeKind } from "@/flow";
import { useT } from "@/i18n";
import { BRANCHES } from "../branches";
import { AddAfter } from "./AddAfter";
import { PORTS } from "./looks";

interface PortsProps {
  readonly id: string;
  readonly kind: StepNodeKind;
  readonly isFar: boolean;
  readonly isShown: boolean;
}

/** Where wires begin and end on a step. A condition is left in two ways: where it holds, and where it does not. */
export function Ports({ id, kind, isFar, isShown }: PortsProps) {
  const t = useT();
  return (
    <>
      <Handle type="target" position={Position.Left} />
      {kind !== "condition" ? (
        <>
          <Handle type="source" position={Position.Right} />
          {!isFar && <AddAfter node={id} isShown={isShown} />}
        </>
      ) : (
        <>
          {/* What goes on either way leaves in the middle; only the two branches are offered. */}
          <Handle type="source" position={Position.Right} isConnectable={false} className="opacity-0" />
          {BRANCHES.map((branch) => (
            <span key={branch}>
              <Handle type="source" id={branch} position={Position.Right} style={{ top: PORTS[branch], right: 8 }} />
              {!isFar && (
                <>
                  <span aria-hidden style={{ top: PORTS[branch] }} className="pointer-events-none absolute left-full ml-0.5 -translate-y-1/2 rounded-sm bg-canvas px-0.5 text-2xs text-muted">
                    {t(`canvas.branch.${branch}`)}
                  </span>
                  <AddAfter node={id} branch={branch} isShown={isShown} />
                </>
              )}
            </span>
          ))}
        </>
      )}
    </>
  );
}
