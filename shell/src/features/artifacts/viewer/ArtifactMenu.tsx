import { Copy, FolderInput, Link2, Pencil, RefreshCw, Share2, Trash2 } from "lucide-react";
import { useState } from "react";

import type { Artifact } from "@/api";
import { useT } from "@/i18n";
import { tellTrouble } from "@/stage";
import { type MenuItem, MenuButton, toast } from "@/ui";
import { canShare, copyLink, shareArtifact } from "../sharing";
import { RenameDialog } from "./RenameDialog";
import { SaveDialog } from "./SaveDialog";

interface ArtifactMenuProps {
  readonly artifact: Artifact;
  readonly onCopy: () => void;
  readonly onRegenerate: () => void;
  readonly onDelete: () => void;
}

/** What else one can do with an artifact. */
export function ArtifactMenu({ artifact, onCopy, onRegenerate, onDelete }: ArtifactMenuProps) {
  const t = useT();
  const [open, setOpen] = useState<"rename" | "save" | null>(null);
  const close = () => setOpen(null);
  const told = (work: Promise<unknown>) => work.catch((error: unknown) => tellTrouble(error, t));
  const link = async () => {
    await copyLink(artifact);
    toast.success(t("viewer.link.copied"));
  };
  const items: readonly (MenuItem | false)[] = [
    { id: "rename", label: t("words.rename"), icon: Pencil, onSelect: () => setOpen("rename") },
    { id: "copy", label: t("viewer.copy"), icon: Copy, onSelect: onCopy },
    { id: "link", label: t("viewer.link"), icon: Link2, onSelect: () => void told(link()) },
    canShare(artifact) && {
      id: "share",
      label: t("viewer.share"),
      icon: Share2,
      separated: true,
      onSelect: () => void told(shareArtifact(artifact)),
    },
    { id: "save", label: t("viewer.save"), icon: FolderInput, separated: !canShare(artifact), onSelect: () => setOpen("save") },
    artifact.made_by != null && { id: "again", label: t("viewer.again"), icon: RefreshCw, onSelect: onRegenerate },
    { id: "delete", label: t("words.delete"), icon: Trash2, danger: true, separated: true, onSelect: onDelete },
  ];
  return (
    <>
      <MenuButton label={t("viewer.more")} items={items.filter((item) => item !== false)} />
      {open === "rename" && <RenameDialog artifact={artifact} onClose={close} />}
      {open === "save" && <SaveDialog artifact={artifact} onClose={close} />}
    </>
  );
}
