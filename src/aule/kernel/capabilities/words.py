"""The few words the kernel itself says to people, in both languages."""

from __future__ import annotations

_WORDS: dict[str, dict[str, str]] = {
    "approve": {"en": "Approve", "pt": "Aprovar"},
    "deny": {"en": "Deny", "pt": "Recusar"},
    "answer": {"en": "Answer", "pt": "Responder"},
    "rule_asks": {"en": "Your rule {rule} asks each time.", "pt": "Sua regra {rule} pede confirmação sempre."},
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
    "plan_made": {
        "en": "Great! I'll help you with that. I made a plan of action with {steps}. Have a look:",
        "pt": "Ótimo! Vou te ajudar com isso. Montei um plano de ação com {steps}. Dá uma olhada:",
    },
    "one_step": {"en": "1 step", "pt": "1 etapa"},
    "many_steps": {"en": "{count} steps", "pt": "{count} etapas"},
    "plan_ready": {
        "en": "✅ Plan complete! Saved in {path}",
        "pt": "✅ Plano completo! Salvo em {path}",
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
    "undo": {"en": "Undo", "pt": "Desfazer"},
    "home": {"en": "Home", "pt": "Início"},
}


def say(key: str, locale: str, **values: str) -> str:
    """A phrase in the person's language."""
    phrase = _WORDS[key]
    return phrase.get(locale.partition("-")[0], phrase["en"]).format(**values)
