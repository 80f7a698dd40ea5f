/** Problems with MCP servers in Brazilian Portuguese, by their code. */

import type { ProblemWords } from "../dictionaries";

export const mcpProblems: Readonly<Record<string, ProblemWords>> = {
  mcp_asks_too_much: { message: "O servidor MCP pede algo que servidores não recebem.", hint: "Só perguntas a você são repassadas.", spoken: true },
  mcp_broken: { message: "O servidor MCP não responde como deve.", hint: "O registro dele pode dizer por quê." },
  mcp_changed: { message: "Um arquivo não é mais o que foi aprovado.", hint: "Se foi você que o mudou ou atualizou, aprove o servidor de novo." },
  mcp_ended: { message: "O servidor MCP terminou durante a chamada; não se sabe o que fez antes.", hint: "O registro dele pode dizer por quê. A próxima chamada o inicia de novo." },
  mcp_file_unread: { message: "Não há servidores MCP que se possam ler aqui.", hint: "Cole o conteúdo de um mcp.json.", spoken: true },
  mcp_folder_refused: { message: "Esta pasta mostraria chaves ou dados que nenhum servidor pode ver.", hint: "Indique a pasta em que o servidor está instalado ou a que ele deve ler." },
  mcp_hidden_characters: { message: "Há caracteres que não se veem.", hint: "Digite de novo sem eles.", spoken: true },
  mcp_missing: { message: "A parte que fala com servidores MCP não está instalada.", hint: "Instale `aule[mcp]`." },
  mcp_not_approved: { message: "O servidor MCP não está aprovado como está agora.", hint: "Veja o que ele inicia ou acessa e aprove." },
  mcp_owner_only: { message: "Só o dono configura servidores MCP.", hint: "Abra Servidores MCP na área de trabalho ou use `aule mcp`.", spoken: true },
  mcp_page_not_opened: { message: "O servidor pediu que uma página fosse aberta, e ela não foi.", spoken: true },
  mcp_program_unseen: { message: "O servidor MCP não veria o próprio programa.", hint: "Indique, entre as pastas dele, a pasta em que está instalado.", spoken: true },
  mcp_program_fetches: { message: "O programa seria buscado na rede, e o servidor MCP não tem rede.", hint: "Instale o programa uma vez e indique-o.", spoken: true },
  mcp_prompt_arguments: { message: "A receita precisa de mais dados.", hint: "Veja de quais.", spoken: true },
  mcp_prompt_changed: { message: "A receita está descrita de outro modo do que quando você a aceitou, por isso não foi usada.", hint: "Veja a diferença e aceite se estiver certa.", spoken: true },
  mcp_prompt_new: { message: "Ninguém viu e aceitou esta receita.", hint: "Veja o que o servidor oferece e aceite-a.", spoken: true },
  mcp_question_lost: { message: "O servidor não sabe mais o que perguntou.", hint: "Peça de novo.", spoken: true },
  mcp_refused: { message: "O servidor MCP recusou.", hint: "Veja o que ele disse." },
  mcp_secret_missing: { message: "Um segredo de que o servidor precisa não foi definido.", hint: "Defina-o nas configurações, entre os segredos." },
  mcp_sign_in_failed: { message: "A identificação não deu certo.", hint: "Veja o motivo e tente de novo.", spoken: true },
  mcp_sign_in_wanted: { message: "Você não está identificado neste servidor MCP.", hint: "Use Identificar-se na página dele.", spoken: true },
  mcp_tool_changed: { message: "A ferramenta está descrita de outro modo do que quando você a aceitou, por isso não foi usada.", hint: "Veja a diferença e aceite se estiver certa.", spoken: true },
  mcp_tool_failed: { message: "A ferramenta falhou.", hint: "Veja o que ela disse.", spoken: true },
  mcp_tool_gone: { message: "O servidor não oferece mais esta ferramenta.", hint: "Veja o que ele oferece.", spoken: true },
  mcp_tool_new: { message: "Ninguém viu e aceitou esta ferramenta.", hint: "Veja as ferramentas do servidor e aceite-a.", spoken: true },
  mcp_unreachable: { message: "O servidor MCP não pode ser usado.", hint: "O registro dele pode dizer por quê." },
  mcp_unreadable: { message: "O que está guardado deste servidor MCP não pode ser lido; por isso ele não é usado.", named: "O que está guardado do servidor MCP “{name}” não pode ser lido; por isso ele não é usado.", hint: "Remova o servidor e adicione-o de novo." },
  program_ended: { message: "O programa não está mais lá.", hint: "O registro dele pode dizer por quê." },
};
