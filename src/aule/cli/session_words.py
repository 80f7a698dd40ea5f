"""What a session with a resident agent says on the terminal, in English and Portuguese."""

from __future__ import annotations

from aule.cli.language import locale

_ENGLISH = {
    "description": "description",
    "mode": "mode",
    "task": "task",
    "home": "home",
    "turns": "turns",
    "outputs": "makes",
    "check": "check",
    "after": "after {tasks}",
    "kept_from": "(kept from the earlier run)",
    "kept": "(kept)",
    "criterion": "success, {number}",
    "in_place": "{name} in {place}: {run}",
    "not_set_up": """Not set up yet. Say where your projects are, in {file}:

workspaces:
  develop: /folder/of/projects
""",
    "no_home": "There is no home of Conductor at {home}.",
    "no_home_hint": "Write {file}, or name another home with --home.",
    "no_agents": "No agents yet; `aule agent new` makes one.",
    "not_in_order": "Something is not in order; `aule agent lint` tells what.",
    "not_trusted": "(not trusted yet)",
    "protected_mark": "PROTECTED",
    "in_order": "All in order: agents {agents}, environments {environments}.",
    "error": "Error",
    "hint": "Hint",
    "did_you_mean": "Did you mean",
    "options": "Options",
    "agent": "agent",
    "environment": "environment",
    "project": "project",
    "root": "root",
    "scope": "may write",
    "scope_narrowed": "(narrower than its manifest)",
    "scope_none": "nothing: it only reads",
    "on_write": "on write",
    "exec": "commands",
    "tools": "tools",
    "model": "model",
    "protected": "PROTECTED ENVIRONMENT",
    "greeting": "/help lists the commands, /exit leaves. Alt-Enter begins a new line.",
    "prompt": "› ",
    "confirm": "Type the name of the environment to go on: ",
    "trust": "Let this home's agents work there? [y/N] ",
    "again_to_leave": "Ctrl-C again leaves; /exit too.",
    "stopped": "Stopped.",
    "left": "Left.",
    "choices": "[y]es  [n]o (Enter)  [e]dit  [v]iew all  all of [t]his file  {all}[q] stop the turn",
    "choices_all": "[a]ll this session  ",
    "choices_plain": "[y]es  [n]o (Enter)  [q] stop the turn",
    "choose": "Do it? ",
    "type_words": "Type “{words}” to allow it, or press Enter to leave it: ",
    "other_words": "Those are other words. Nothing was decided.",
    "must_be_typed": "To allow this, “{words}” has to be typed.",
    "more_records": "{count} more",
    "goes_too": "goes with it: {what}",
    "table": "WHAT",
    "count_create": "NEW",
    "count_update": "CHANGED",
    "count_unchanged": "THE SAME",
    "count_skipped": "LEFT OUT",
    "count_delete": "REMOVED",
    "reason": "`n because…` tells the agent why.",
    "declined": "No. Nothing was written.",
    "by_file": "Yes, as for all edits of this file.",
    "by_session": "Yes, as for all edits of this session.",
    "nothing_edited": "Nothing was changed in the editor.",
    "editor_failed": "The editor {editor!r} did not end well; nothing was changed.",
    "help": """Say something to the agent, or one of these:
  /help     this list (also /ajuda, /?)
  /exit     leave; the state is saved (also /sair)
  /save     tell where the state is; it is saved after each turn
  /state    the turns this agent remembers
  /scope    what it may write, and what that reaches today
  /tools    what it can use
  /pending  what waits for you, and what was proposed
  /undo     take back what the last turn changed
  /reset    forget the conversation
  preview            its task, only proposing
  gerar documento    its task""",
    "saved": "Saved in {path}.",
    "not_saved": "Nothing is saved in this session.",
    "in_environment": "in {where}",
    "new_file": "(new file)",
    "more_lines": "{count} more lines; v shows all",
    "command_in": "in {folder}, {level}, at most {most} s",
    "proposed": "(proposed; nothing was written)",
    "no_choice": "{word!r} is none of the choices.",
    "all_or_none": "{count} files, +{added} −{removed}, all or none",
    "risk": "[{kind}, risk {risk}]",
    "state": "Turns remembered: {turns}.",
    "reaches": "Files it reaches today: {count}.",
    "model_default": "the default",
    "nothing_waits": "Nothing waits, and nothing was proposed.",
    "nothing_to_undo": "There is nothing to undo in this session.",
    "undone": "Undone.",
    "not_undone": "It cannot be undone as it stands.",
    "undo_this": "Take this back? [y/N] ",
    "reset": "Forgotten: the next words begin anew.",
    "unknown": "There is no command {word!r}; /help lists them.",
    "nothing_to_do": "Give --input, or --repl to talk; its manifest names no task (execution_task).",
    "no_task": "Its manifest names no task (execution_task).",
    "patch_kept": "Kept as {path}.",
    "create": "Make it? [y/N] ",
    "adopt": "Write it? [y/N] ",
    "adopted": "Written. `aule undo {run}` takes it back.",
    "adopt_unasked": "Nobody is here to look at it.",
    "adopt_unasked_hint": "Give --yes to write it, or --drop to let it go.",
    "dropped": "Let go: it will not be written.",
    "nothing_proposed": "Nothing was proposed.",
    "adopt_hint": "`aule agent adopt ID` writes one, with --drop lets it go.",
    "begin": "Begin with: {command}",
    "rollback": "This takes it back: {command}",
    "migrate": "Migrate? [y/N] ",
    "violations": "Reached outside its scope: {paths}. Nothing of that was written.",
}

_PORTUGUESE = {
    "description": "descrição",
    "mode": "modo",
    "task": "tarefa",
    "home": "lar",
    "turns": "turnos",
    "outputs": "produz",
    "check": "verificação",
    "after": "depois de {tasks}",
    "kept_from": "(mantida da execução anterior)",
    "kept": "(mantida)",
    "criterion": "sucesso, {number}",
    "in_place": "{name} em {place}: {run}",
    "not_set_up": """Ainda não configurado. Diga onde estão seus projetos, em {file}:

workspaces:
  develop: /pasta/dos/projetos
""",
    "no_home": "Não há um lar do Conductor em {home}.",
    "no_home_hint": "Crie {file}, ou indique outro lar com --home.",
    "no_agents": "Nenhum agente ainda; `aule agent new` cria um.",
    "not_in_order": "Algo não está em ordem; `aule agent lint` diz o quê.",
    "not_trusted": "(ainda sem confiança)",
    "protected_mark": "PROTEGIDO",
    "in_order": "Tudo em ordem: agentes {agents}, ambientes {environments}.",
    "error": "Erro",
    "hint": "Dica",
    "did_you_mean": "Você quis dizer",
    "options": "Opções",
    "agent": "agente",
    "environment": "ambiente",
    "project": "projeto",
    "root": "raiz",
    "scope": "pode escrever",
    "scope_narrowed": "(mais estreito que o manifesto)",
    "scope_none": "nada: só lê",
    "on_write": "ao escrever",
    "exec": "comandos",
    "tools": "ferramentas",
    "model": "modelo",
    "protected": "AMBIENTE PROTEGIDO",
    "greeting": "/ajuda lista os comandos, /sair encerra. Alt-Enter começa uma nova linha.",
    "prompt": "› ",
    "confirm": "Digite o nome do ambiente para continuar: ",
    "trust": "Permitir que estes agentes trabalhem ali? [s/N] ",
    "again_to_leave": "Ctrl-C de novo encerra; /sair também.",
    "stopped": "Interrompido.",
    "left": "Encerrado.",
    "choices": "[s]im  [n]ão (Enter)  [e]ditar  [v]er tudo  [t]odas deste arquivo  {all}[q] parar o turno",
    "choices_all": "[a] todas da sessão  ",
    "choices_plain": "[s]im  [n]ão (Enter)  [q] parar o turno",
    "choose": "Confirmar? ",
    "type_words": "Digite “{words}” para permitir, ou Enter para deixar como está: ",
    "other_words": "Não são essas as palavras. Nada foi decidido.",
    "must_be_typed": "Para permitir, é preciso digitar “{words}”.",
    "more_records": "mais {count}",
    "goes_too": "vai junto: {what}",
    "table": "O QUÊ",
    "count_create": "NOVOS",
    "count_update": "ALTERADOS",
    "count_unchanged": "IGUAIS",
    "count_skipped": "DEIXADOS DE FORA",
    "count_delete": "REMOVIDOS",
    "reason": "`n porque…` diz o motivo ao agente.",
    "declined": "Não. Nada foi escrito.",
    "by_file": "Sim, como em todas as edições deste arquivo.",
    "by_session": "Sim, como em todas as edições desta sessão.",
    "nothing_edited": "Nada mudou no editor.",
    "editor_failed": "O editor {editor!r} não terminou bem; nada mudou.",
    "help": """Fale com o agente, ou use um destes:
  /ajuda    esta lista (também /help, /?)
  /sair     encerra; o estado é salvo (também /exit)
  /save     diz onde está o estado; ele é salvo após cada turno
  /state    os turnos de que o agente se lembra
  /scope    o que ele pode escrever, e o que isso alcança hoje
  /tools    o que ele pode usar
  /pending  o que espera por você, e o que foi proposto
  /undo     desfaz o que o último turno mudou
  /reset    esquece a conversa
  preview            a tarefa dele, só propondo
  gerar documento    a tarefa dele""",
    "saved": "Salvo em {path}.",
    "not_saved": "Nada é salvo nesta sessão.",
    "in_environment": "em {where}",
    "new_file": "(arquivo novo)",
    "more_lines": "mais {count} linhas; v mostra tudo",
    "command_in": "em {folder}, {level}, no máximo {most} s",
    "proposed": "(proposto; nada foi escrito)",
    "no_choice": "{word!r} não é uma das opções.",
    "all_or_none": "{count} arquivos, +{added} −{removed}, todos ou nenhum",
    "risk": "[{kind}, risco {risk}]",
    "state": "Turnos lembrados: {turns}.",
    "reaches": "Arquivos que alcança hoje: {count}.",
    "model_default": "o padrão",
    "nothing_waits": "Nada pendente, e nenhuma proposta.",
    "nothing_to_undo": "Não há nada a desfazer nesta sessão.",
    "undone": "Desfeito.",
    "not_undone": "Não pode ser desfeito como está.",
    "undo_this": "Desfazer isto? [s/N] ",
    "reset": "Conversa esquecida: a próxima mensagem começa do zero.",
    "unknown": "Não há o comando {word!r}; /ajuda lista todos.",
    "nothing_to_do": "Use --input, ou --repl para conversar; o manifesto não tem tarefa (execution_task).",
    "no_task": "O manifesto não tem tarefa (execution_task).",
    "patch_kept": "Guardado como {path}.",
    "create": "Criar? [s/N] ",
    "adopt": "Escrever? [s/N] ",
    "adopted": "Escrito. `aule undo {run}` desfaz.",
    "adopt_unasked": "Não há ninguém aqui para ver isto.",
    "adopt_unasked_hint": "Use --yes para escrever, ou --drop para descartar.",
    "dropped": "Descartado: não será escrito.",
    "nothing_proposed": "Nada foi proposto.",
    "adopt_hint": "`aule agent adopt ID` escreve uma proposta; com --drop, descarta.",
    "begin": "Comece com: {command}",
    "rollback": "Para desfazer: {command}",
    "migrate": "Migrar? [s/N] ",
    "violations": "Tentou sair do escopo: {paths}. Nada disso foi escrito.",
}
_TERMS = {
    "low": "baixo",
    "medium": "médio",
    "high": "alto",
    "write": "escrita",
    "delete": "remoção",
    "exec": "comando",
    "external": "externo",
    "trust": "confiança",
    "question": "pergunta",
    "step": "etapa",
    "plan": "plano",
    "restore": "restaurar",
    "remove": "remover",
    "recreate": "recriar",
    "nothing": "nada",
    "done": "concluída",
    "failed": "falhou",
    "skipped": "pulada",
    "waiting": "esperando",
    "running": "em andamento",
    "pending": "pendente",
}
"""Kinds of approvals, risks, what an undo does, and how tasks stand, in Portuguese."""


def term(word: str) -> str:
    """A word of the contracts in the language of this terminal."""
    return _TERMS.get(word, word) if locale() == "pt-BR" else word


def say(name: str, /, **filled: object) -> str:
    """A phrase in the language of this terminal, filled in."""
    words = _PORTUGUESE if locale() == "pt-BR" else _ENGLISH
    return words[name].format(**filled) if filled else words[name]
