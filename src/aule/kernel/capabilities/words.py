"""The few words the kernel itself says to people, in both languages."""

from __future__ import annotations

_WORDS: dict[str, dict[str, str]] = {
    "approve": {"en": "Approve", "pt": "Aprovar"},
    "deny": {"en": "Deny", "pt": "Recusar"},
    "answer": {"en": "Answer", "pt": "Responder"},
    "which_one": {"en": "Which one is “{what}”?", "pt": "Qual deles é “{what}”?"},
    "rule_asks": {"en": "Your rule {rule} asks each time.", "pt": "Sua regra {rule} pede confirmação sempre."},
    "host_asks": {
        "en": "A yes counts for {hosts} in the rest of this conversation, as long as it holds no private data.",
        "pt": "Um sim vale para {hosts} até o fim desta conversa, enquanto ela não tiver dados privados.",
    },
    "typed_asks": {
        "en": "This address carries what you wrote, and this conversation holds text that others may have written. "
        "Look at what it sends.",
        "pt": "Este endereço leva o que você escreveu, e esta conversa tem textos que outros podem ter escrito. "
        "Veja o que ele envia.",
    },
    "made_up_asks": {
        "en": "The agent made up this address itself; it stands in nothing that was read here, and could hide what you "
        "wrote. Look at what it sends.",
        "pt": "O próprio agente inventou este endereço; ele não está em nada do que foi lido aqui e poderia esconder o "
        "que você escreveu. Veja o que ele envia.",
    },
    "carries": {"en": "Carries text of {name}", "pt": "Leva texto de {name}"},
    "also_covers": {"en": "A yes also covers", "pt": "Um sim também vale para"},
    "address_decoded": {"en": "Address, decoded", "pt": "Endereço decodificado"},
    "column_sent": {"en": "What is sent", "pt": "O que é enviado"},
    "column_value": {"en": "Value", "pt": "Valor"},
    "mixed_asks": {
        "en": "This conversation holds private data ({private}) and text that others may have written ({untrusted}). "
        "What is sent could carry data out, so each request asks. Look at what it sends.",
        "pt": "Esta conversa tem dados privados ({private}) e textos que outros podem ter escrito ({untrusted}). "
        "O que é enviado poderia levar dados embora, por isso cada pedido pergunta. Veja o que ele envia.",
    },
    "memories": {"en": "memories", "pt": "memórias"},
    "app_data": {"en": "the app's data", "pt": "dados do app"},
    "attachments": {"en": "attachments", "pt": "anexos"},
    "owner_words": {"en": "what you wrote", "pt": "o que você escreveu"},
    "asked_elsewhere": {"en": "the task it was given", "pt": "a tarefa que recebeu"},
    "exec_out_of_scope": {
        "en": "Out of scope, so they are as they were: {paths}",
        "pt": "Fora do escopo, então estão como estavam: {paths}",
    },
    "exec_changed": {"en": "Command {command}", "pt": "Comando {command}"},
    "memory_quarantined": {
        "en": "It is set aside and not used until the person accepts it in Memory, because this conversation holds "
        "text that others may have written.",
        "pt": "Fica de lado e só é usado quando a pessoa aceitar em Memória, porque esta conversa tem textos que "
        "outros podem ter escrito.",
    },
    "memory_not_pinned": {
        "en": "It is not pinned: only the person pins a memory.",
        "pt": "Não foi fixado: só a pessoa fixa uma memória.",
    },
    "skip": {"en": "Skip", "pt": "Pular"},
    "retry": {"en": "Do it again", "pt": "Refazer"},
    "abort": {"en": "Stop the run", "pt": "Parar a execução"},
    "done": {"en": "It was done", "pt": "Foi feito"},
    "go_on": {"en": "Go on", "pt": "Continuar"},
    "begin": {"en": "Begin", "pt": "Começar"},
    "asked_before": {"en": "Begin {step!r}?", "pt": "Começar {step!r}?"},
    "asked_after": {"en": "Is the result of {step!r} right?", "pt": "O resultado de {step!r} está certo?"},
    "asked_unknown": {
        "en": "The system stopped during {step!r}. What became of it?",
        "pt": "O sistema parou durante {step!r}. O que aconteceu?",
    },
    "asked_replan": {"en": "{step!r} failed. How should it go on?", "pt": "{step!r} falhou. Como continuar?"},
    "ended_well": {"en": "“{title}” is done.", "pt": "“{title}” terminou."},
    "ended_badly": {"en": "“{title}” did not go well. {why}", "pt": "“{title}” não deu certo. {why}"},
    "you_decide": {"en": "You decide", "pt": "Você decide"},
    "do_not_know": {"en": "I don't know", "pt": "Não sei"},
    "execute_plan": {"en": "Run the plan", "pt": "Executar plano"},
    "adjust_plan": {"en": "Adjust", "pt": "Ajustar"},
    "cancel_plan": {"en": "Cancel", "pt": "Cancelar"},
    "column_number": {"en": "#", "pt": "nº"},
    "column_step": {"en": "Step", "pt": "Etapa"},
    "column_function": {"en": "Function", "pt": "Função"},
    "column_times": {"en": "Times", "pt": "Vezes"},
    "column_values": {"en": "With", "pt": "Com"},
    "plan_made": {
        "en": "Great! I'll help you with that. I made a plan of action with {steps}. Have a look:",
        "pt": "Ótimo! Vou te ajudar com isso. Montei um plano de ação com {steps}. Dá uma olhada:",
    },
    "which_is_meant": {"en": "Which “{said}” do you mean?", "pt": "Qual “{said}” você quer dizer?"},
    "not_there": {"en": "{message} There is: {candidates}.", "pt": "{message} Existe: {candidates}."},
    "one_step": {"en": "1 step", "pt": "1 etapa"},
    "many_steps": {"en": "{count} steps", "pt": "{count} etapas"},
    "plan_ready": {
        "en": "✅ Plan complete! Saved in {path}",
        "pt": "✅ Plano completo! Salvo em {path}",
    },
    "plan_offer_open": {
        "en": "📄 Open the plan in the editor?",
        "pt": "📄 Abrir plano no editor?",
    },
    "plan_offer_send": {
        "en": "🚀 Send it to the development agent?",
        "pt": "🚀 Enviar para agente de desenvolvimento?",
    },
    "plan_again": {
        "en": "The plan is ready again, as version {version}. Have a look:",
        "pt": "O plano está pronto de novo, na versão {version}. Dá uma olhada:",
    },
    "plan_stuck": {
        "en": "The plan is not ready: {what}. Change it, or say “go on as it is”.",
        "pt": "O plano ainda não está pronto: {what}. Ajuste-o, ou diga “segue assim mesmo”.",
    },
    "plan_dropped": {
        "en": "I gave up “{title}”. Nothing was run.",
        "pt": "Deixei “{title}” de lado. Nada foi executado.",
    },
    "plan_review": {"en": "Review “{title}”", "pt": "Revisar “{title}”"},
    "plan_answer": {"en": "Answer for “{title}”", "pt": "Resposta para “{title}”"},
    "plan_suggest": {"en": "Change “{title}”", "pt": "Ajustar “{title}”"},
    "plan_decided": {"en": "Go on with “{title}”", "pt": "Continuar “{title}”"},
    "replan_asks": {
        "en": "“{step}” failed. May the run go on in another way?",
        "pt": "“{step}” falhou. Posso continuar de outro jeito?",
    },
    "replan_reason": {"en": "“{step}” failed: {error}", "pt": "“{step}” falhou: {error}"},
    "scope_violation": {
        "en": "Scope violation: '{path}' is not allowed by the output_scope of the agent {agent} (allowed: {scope}). "
        "Nothing was written.",
        "pt": "Violação de escopo: '{path}' não é permitido pelo output_scope do agente {agent} (permitido: {scope}). "
        "Nada foi escrito.",
    },
    "scope_nothing": {"en": "nothing", "pt": "nada"},
    "scope_hint": {
        "en": "Do not try it again: write only where the scope allows, or say what should be changed.",
        "pt": "Não tente de novo: escreva só onde o escopo permite, ou diga o que deveria mudar.",
    },
    "scope_stopped": {
        "en": "Stopped: {count} writes outside the scope in one turn.",
        "pt": "Parado: {count} escritas fora do escopo no mesmo turno.",
    },
    "proposed": {
        "en": "Nothing was written: it is kept as a proposal, which a person may adopt. Reading shows it as proposed.",
        "pt": "Nada foi escrito: ficou como proposta, que uma pessoa pode adotar. A leitura mostra o proposto.",
    },
    "write_blocked": {
        "en": "{title!r} was not done: nothing is written here (on_write = fail). It is kept as the proposal {id}.",
        "pt": "{title!r} não foi feito: nada é escrito aqui (on_write = fail). Ficou guardado como a proposta {id}.",
    },
    "write_blocked_hint": {
        "en": "A person can adopt it, in the desktop or with `aule agent adopt`.",
        "pt": "Uma pessoa pode adotá-la, no desktop ou com `aule agent adopt`.",
    },
    "write_blocked_protected": {
        "en": "This environment is protected: `--on-write apply` writes here only with `--allow-protected-writes`.",
        "pt": "Este ambiente é protegido: `--on-write apply` só escreve aqui com `--allow-protected-writes`.",
    },
    "write_waits": {
        "en": "Not all of it was written: a person has to look at it first. It is kept as the proposal {id}.",
        "pt": "Nem tudo foi escrito: uma pessoa precisa ver antes. Ficou guardado como a proposta {id}.",
    },
    "many_deletions": {
        "en": "With this, {count} files are deleted in one run.",
        "pt": "Com isto, {count} arquivos são apagados em uma só execução.",
    },
    "edited_by_person": {
        "en": "The person edited this before allowing it, so it is not what you wrote: {paths}. Read it to see.",
        "pt": "A pessoa editou isto antes de permitir, então não é o que você escreveu: {paths}. Leia para ver.",
    },
    "call_not_made": {
        "en": "(The model wrote a call that could not be made. Nothing was done.)",
        "pt": "(O modelo escreveu uma chamada que não pôde ser feita. Nada foi feito.)",
    },
    "call_not_made_named": {
        "en": "(The model wrote a call that could not be made: “{name}”. Nothing was done.)",
        "pt": "(O modelo escreveu uma chamada que não pôde ser feita: “{name}”. Nada foi feito.)",
    },
    "answer_empty": {"en": "The model ended without an answer.", "pt": "O modelo terminou sem responder."},
    "answer_empty_after_calls": {
        "en": "The model ended without an answer. What it did before stands in the steps of this turn.",
        "pt": "O modelo terminou sem responder. O que ele fez antes está nos passos desta resposta.",
    },
    "agent_reached_limit": {
        "en": "It reached its limit before it was done. {problem}",
        "pt": "Chegou ao seu limite antes de terminar. {problem}",
    },
    "adopt": {"en": "Adopt", "pt": "Adotar"},
    "undo": {"en": "Undo", "pt": "Desfazer"},
    "home": {"en": "Home", "pt": "Início"},
}


def say(key: str, locale: str, **values: str) -> str:
    """A phrase in the person's language."""
    phrase = _WORDS[key]
    return phrase.get(locale.partition("-")[0], phrase["en"]).format(**values)
