import type { welcome as English } from "../en/welcome";
import type { Words } from "../phrases";

export const welcome = {
  "welcome.lead":
    "Uma área de trabalho em que agentes são aplicativos. Você pede; vê o plano; aprova exatamente o que viu; e pode desfazer.",
  "welcome.looking": "Procurando modelos nesta máquina…",
  "welcome.found": {
    zero: "Nenhum modelo está rodando aqui ainda.",
    one: "Um lugar com modelos encontrado.",
    other: "{count} lugares com modelos encontrados.",
  },
  "welcome.results": "O que foi encontrado",
  "welcome.row.models": { zero: "aberto, sem modelos ainda", one: "um modelo", other: "{count} modelos" },
  "welcome.row.missing": "não está aberto",
  "welcome.row.key": "chave encontrada",
  "welcome.row.use": "Usar {name}",
  "welcome.again": "Procurar de novo",
  "welcome.key": "Usar uma chave de API",
  "welcome.key.provider": "Provedor",
  "welcome.key.saved": "{name} está pronto.",
  "welcome.continue": "Continuar com {model}",
  "welcome.skip": "Seguir sem um modelo",
  "welcome.skip.about":
    "Notas, arquivos e memória funcionam sem modelo. Você pode conectar um quando quiser, em Configurações.",
  "welcome.ready": "Tudo pronto.",
  "welcome.ready.about": "Clique em um exemplo para começar. Nada muda antes de você aprovar.",
  "welcome.ask.note": "Crie uma nota “Primeira luz” com: minha primeira nota nesta área de trabalho",
  "welcome.ask.files": "Quais arquivos há no meu projeto?",
  "welcome.ask.remember": "Lembre que prefiro respostas curtas",
  "welcome.name": "Como podemos chamar você?",
  "welcome.name.hint": "Para o cumprimento. Pode deixar em branco.",
  "welcome.language": "Idioma",
  "welcome.key.hide": "Agora não",
  "welcome.open": "Abrir a área de trabalho",

  "session.out": "Este navegador não está conectado.",
  "session.out.about": "O auleOS só abre em navegadores desta máquina que tenham um link novo. No terminal, execute:",
  "session.out.then": "O comando abre esta página de novo, já conectada.",
} satisfies Words<typeof English>;
