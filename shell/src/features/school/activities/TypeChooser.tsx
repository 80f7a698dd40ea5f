import { useMemo, useState } from "react";

import type { SchoolCatalogo, SchoolTipoAtividade } from "@/api";
import { useT } from "@/i18n";
import { Badge, classes, SearchField, Segmented } from "@/ui";
import { fold } from "../edit/fold";

interface TypeChooserProps {
  readonly catalog: SchoolCatalogo;
  readonly value: string;
  readonly onChange: (tipo: SchoolTipoAtividade) => void;
}

/** The kinds of activities there are, by category and by a few words. */
export function TypeChooser({ catalog, value, onChange }: TypeChooserProps) {
  const t = useT();
  const [words, setWords] = useState("");
  const [category, choose] = useState("");
  const shown = useMemo(() => {
    const wanted = fold(words).split(/\s+/).filter(Boolean);
    const fits = ({ nome, descricao, id }: SchoolTipoAtividade) => wanted.every((word) => fold(`${nome} ${descricao} ${id}`).includes(word));
    return catalog.tipos.filter((tipo) => (category === "" || tipo.categoria === category) && fits(tipo)).toSorted((a, b) => Number(b.sem_modelo) - Number(a.sem_modelo));
  }, [catalog, words, category]);
  return (
    <div className="flex min-w-0 flex-col gap-2.5">
      <SearchField label={t("school.types.search")} value={words} onChange={setWords} className="w-full" />
      <Segmented
        look="chips"
        label={t("school.types.category")}
        value={category}
        options={["", ...catalog.categorias].map((value) => ({ value, label: value === "" ? t("school.types.all") : categoryWords(value, t) }))}
        onChange={choose}
      />
      <ul aria-label={t("school.types")} className="flex max-h-64 flex-col gap-0.5 overflow-y-auto rounded-md border border-line p-1">
        {shown.map((tipo) => (
          <li key={tipo.id}>
            <button
              type="button"
              aria-pressed={tipo.id === value}
              onClick={() => onChange(tipo)}
              className={classes("flex w-full flex-col rounded-sm px-2.5 py-1.5 text-left hover:bg-hover", tipo.id === value && "bg-accent-soft hover:bg-accent-soft")}
            >
              <span className="flex items-center gap-2 text-sm text-fg">
                <span className="min-w-0 truncate">{tipo.nome}</span>
                {tipo.sem_modelo && <Badge>{t("school.types.exact")}</Badge>}
              </span>
              <span className="line-clamp-1 text-xs text-muted">{tipo.descricao}</span>
            </button>
          </li>
        ))}
        {shown.length === 0 && <li className="px-2 py-4 text-center text-xs text-muted">{t("school.types.none")}</li>}
      </ul>
    </div>
  );
}

const CATEGORIES = ["pratica", "avaliacao", "planejamento", "escrita", "organizacao", "engajamento", "comunicacao", "diferenciacao", "estudo"] as const;

function categoryWords(said: string, t: ReturnType<typeof useT>): string {
  const known = CATEGORIES.find((each) => each === said);
  return known === undefined ? said : t(`school.category.${known}`);
}
