import { useState } from "react";

import { type Params, useByHand, useHandPreview, useSaveSecret } from "@/api";

const SET_UP = "school.configurar_fonte";

/** What came of asking the platform. */
export interface Tested {
  readonly told: string;
  readonly warnings: readonly string[];
  readonly error?: unknown;
}

/** Connecting a platform: what would happen is seen first, then exactly that is done, then the platform is asked. */
export function useConnection(secret: string, profile: string) {
  const [wish, setWish] = useState<Params | null>(null);
  const [tested, setTested] = useState<Tested | null>(null);
  const preview = useHandPreview({ name: SET_UP, params: wish ?? {} }, wish !== null);
  const setUp = useByHand();
  const asked = useByHand();
  const keep = useSaveSecret();
  const test = async () => {
    const name = profile === "ponto_school" ? "school.pesquisar_atividades_conta" : "school.pesquisar_turmas";
    try {
      const { result } = await asked.mutateAsync({ name, params: {} });
      if (result.error) setTested({ told: "", warnings: [], error: result.error });
      else setTested({ told: resumoOf(result.data), warnings: result.warnings.map(({ message }) => message) });
    } catch (error) {
      setTested({ told: "", warnings: [], error });
    }
  };
  const confirm = async (key: string, connects: boolean) => {
    if (wish === null || preview.data === undefined) return;
    try {
      if (key !== "") await keep.mutateAsync({ name: secret, value: key });
      await setUp.mutateAsync({ name: SET_UP, params: wish, seen: preview.data.content_hash });
    } catch (error) {
      setTested({ told: "", warnings: [], error });
      return;
    }
    setWish(null);
    setTested(null);
    if (connects) await test();
  };
  const plan = (params: Params | null) => {
    setTested(null);
    setWish(params);
  };
  return { wish, plan, preview, confirm, test, tested, busy: setUp.isPending || keep.isPending || asked.isPending };
}

const resumoOf = (data: unknown): string => (typeof data === "object" && data !== null && "resumo" in data && typeof data.resumo === "string" ? data.resumo : "");
