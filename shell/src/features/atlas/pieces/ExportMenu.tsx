import { Braces, Download, FileText, FileUp, Sheet } from "lucide-react";
import { useLocation } from "wouter";

import { type AtlasCompanyCard, atlasExportUrl } from "@/api";
import { useT } from "@/i18n";
import { MenuButton } from "@/ui";
import { partPath } from "../paths";
import { save } from "./save";

/** A company as a file, in each of its forms, and the way in. */
export function ExportMenu({ company }: { readonly company: Pick<AtlasCompanyCard, "id"> }) {
  const t = useT();
  const [, go] = useLocation();
  return (
    <MenuButton
      label={t("atlas.export")}
      icon={Download}
      align="end"
      items={[
        { id: "json", label: t("atlas.export.json"), icon: Braces, onSelect: () => save(atlasExportUrl(company.id, "json")) },
        { id: "csv", label: t("atlas.export.csv"), icon: Sheet, onSelect: () => save(atlasExportUrl(company.id, "csv")) },
        { id: "report", label: t("atlas.export.report"), icon: FileText, onSelect: () => go(partPath("report", company.id)) },
        { id: "import", label: t("atlas.export.import"), icon: FileUp, separated: true, onSelect: () => go(partPath("import", company.id)) },
      ]}
    />
  );
}
