import type { titles as English } from "../en/titles";
import type { Words } from "../phrases";

export const titles = {
  "home.title": "Início",
  "projects.title": "Projetos",
  "atlas.title": "Atlas",
  "school.title": "School Power",
  "files.title": "Arquivos",
  "artifacts.title": "Artefatos",
  "agents.title": "Agentes",
  "conductor.title": "Conductor",
  "capabilities.title": "Ferramentas",
  "plans.title": "Planos",
  "workflows.title": "Fluxos",
  "models.title": "Modelos",
  "memory.title": "Memória",
  "runs.title": "Execuções",
  "reports.title": "Relatório",
  "schedules.title": "Agendamentos",
  "activity.title": "Atividade",
  "approvals.title": "Aprovações",
  "history.title": "Histórico",
  "settings.title": "Configurações",
  "welcome.title": "Boas-vindas ao auleOS",
  "design.title": "Design",
} satisfies Words<typeof English>;
