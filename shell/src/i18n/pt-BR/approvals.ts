import type { approvals as English } from "../en/approvals";
import type { Words } from "../phrases";

export const approvals = {
  "approvals.about": "Nada é gravado, excluído ou executado antes de você ver aqui e dizer sim.",
  "approvals.pending": "Em espera",
  "approvals.decided": "Decididas",
  "approvals.filter": "Quais aprovações",
  "approvals.list": "Aprovações",
  "approvals.empty": "Nada espera por você.",
  "approvals.empty.about": "Quando um agente quer mudar algo, você vê antes exatamente o quê.",
  "approvals.empty.action": "Experimentar",
  "approvals.empty.ask": "Crie uma nota “Primeira luz” com: funciona",
  "approvals.decided.empty": "Você ainda não decidiu nada.",
  "approvals.missing": "Esta aprovação não existe mais.",
  "approvals.keys": "{next} e {previous} navegam, {approve} aprova, {deny} recusa, {open} abre",
  "approvals.status.pending": "Em espera",
  "approvals.status.granted": "Aprovada",
  "approvals.status.denied": "Recusada",
  "approvals.status.expired": "Expirada",
  "approvals.status.superseded": "Não é mais necessária",
  "approvals.decided.toast.granted": "Aprovado: {title}",
  "approvals.decided.toast.denied": "Recusado: {title}",
  "approvals.run": "Ver a execução",
  "approvals.back": "Todas as aprovações",
} satisfies Words<typeof English>;
