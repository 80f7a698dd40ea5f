import { useByHand } from "@/api";
import { useT } from "@/i18n";
import { tellTrouble } from "@/stage";
import { toast } from "@/ui";

/** Has all data of one student as a file, kept among the artifacts. */
export function useExport(id: string): () => void {
  const t = useT();
  const { mutate } = useByHand();
  return () =>
    mutate(
      { name: "school.exportar_dados_aluno", params: { aluno_id: id } },
      {
        onSuccess: () => toast.success(t("school.student.exported")),
        onError: (error) => tellTrouble(error, t),
      },
    );
}
