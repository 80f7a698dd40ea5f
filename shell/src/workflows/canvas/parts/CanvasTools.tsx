import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndVertical,
  AlignHorizontalDistributeCenter,
  AlignStartVertical,
  AlignVerticalDistributeCenter,
  LayoutGrid,
  Maximize,
  Plus,
  Redo2,
  Search,
  Undo2,
} from "lucide-react";

import { chordText } from "@/actions/keys";
import { useT } from "@/i18n";
import { PHONE } from "@/state";
import { Button, IconButton, MenuButton, Toolbar, useMedia } from "@/ui";
import type { Commands } from "../useCommands";
import { useEditor } from "../useEditor";

interface CanvasToolsProps {
  readonly commands: Commands;
  readonly onPalette: () => void;
  readonly onFind: () => void;
}

/** The tools above a canvas: add, undo, arrange, search. */
export function CanvasTools({ commands, onPalette, onFind }: CanvasToolsProps) {
  const t = useT();
  const undo = useEditor((editor) => editor.undo);
  const redo = useEditor((editor) => editor.redo);
  const hasPast = useEditor(({ history }) => history.past.length > 0);
  const hasFuture = useEditor(({ history }) => history.future.length > 0);
  const isPhone = useMedia(PHONE);
  const isFixed = useEditor((editor) => editor.isFixed);
  const several = useEditor(({ selected }) => selected.size > 1);
  return (
    <Toolbar label={t("canvas.tools")} className="rounded-md border border-line bg-raised p-1 shadow-raised">
      {!isFixed && (
        <>
          <Button size="sm" tone="primary" icon={Plus} aria-keyshortcuts="/" onClick={onPalette}>
            {t("canvas.add")}
          </Button>
          <IconButton icon={Undo2} label={t("canvas.undo")} keys={chordText("mod+z")} disabled={!hasPast} onClick={undo} />
          <IconButton icon={Redo2} label={t("canvas.redo")} keys={chordText("mod+shift+z")} disabled={!hasFuture} onClick={redo} />
          <IconButton icon={LayoutGrid} label={t("canvas.tidy")} onClick={commands.tidy} />
          {several && (
            <MenuButton
              label={t("canvas.arrange")}
              icon={AlignStartVertical}
              items={[
                { id: "left", label: t("canvas.align.left"), icon: AlignStartVertical, onSelect: () => commands.align("left") },
                { id: "center", label: t("canvas.align.center"), icon: AlignCenterVertical, onSelect: () => commands.align("center") },
                { id: "right", label: t("canvas.align.right"), icon: AlignEndVertical, onSelect: () => commands.align("right") },
                { id: "middle", label: t("canvas.align.middle"), icon: AlignCenterHorizontal, onSelect: () => commands.align("middle") },
                { id: "across", label: t("canvas.distribute.across"), icon: AlignHorizontalDistributeCenter, separated: true, onSelect: () => commands.distribute("across") },
                { id: "down", label: t("canvas.distribute.down"), icon: AlignVerticalDistributeCenter, onSelect: () => commands.distribute("down") },
              ]}
            />
          )}
        </>
      )}
      {isPhone && <IconButton icon={Maximize} label={t("canvas.fit")} onClick={commands.fit} />}
      <IconButton icon={Search} label={t("canvas.find")} keys={chordText("mod+f")} onClick={onFind} />
    </Toolbar>
  );
}
