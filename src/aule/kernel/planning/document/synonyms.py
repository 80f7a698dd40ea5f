"""Synonyms: the keys and words people, models and older programs use in place of a plan's own."""

from __future__ import annotations

from collections.abc import Mapping

PLAN_STATUS: Mapping[str, str] = {
    "analyzing": "reviewing",
    "aguardando_aprovacao": "ready",
    "aprovado": "approved",
    "in-progress": "executing",
    "in_progress": "executing",
    "in-execution": "executing",
    "em_execucao": "executing",
    "running": "executing",
    "paused": "reviewing",
    "pending": "draft",
    "todo": "draft",
    "active": "reviewing",
    "em-andamento": "reviewing",
    "completed": "done",
    "complete": "done",
    "concluido": "done",
    "concluido_com_falhas": "done_with_failures",
    "erro": "failed",
    "error": "failed",
    "canceled": "cancelled",
    "cancelado": "cancelled",
}
STEP_STATUS: Mapping[str, str] = {
    "clarifying": "pending",
    "todo": "pending",
    "pendente": "pending",
    "blocked": "pending",
    "in-progress": "running",
    "in_progress": "running",
    "executando": "running",
    "completed": "done",
    "complete": "done",
    "concluida": "done",
    "concluido": "done",
    "em-andamento": "running",
    "em_andamento": "running",
    "active": "pending",
    "draft": "pending",
    "erro": "failed",
    "error": "failed",
    "pulada": "skipped",
    "deferred": "skipped",
    "cancelled": "skipped",
}
SEVERITY: Mapping[str, str] = {
    "baixo": "low",
    "baixa": "low",
    "minor": "low",
    "medio": "medium",
    "media": "medium",
    "moderate": "medium",
    "alto": "high",
    "alta": "high",
    "major": "high",
    "critico": "critical",
    "critica": "critical",
    "blocker": "critical",
}
STEP_KIND: Mapping[str, str] = {"manual": "human", "user": "human", "code": "edit", "capability": "call"}
FILE_ACTION: Mapping[str, str] = {
    "new": "create",
    "add": "create",
    "criar": "create",
    "edit": "modify",
    "update": "modify",
    "change": "modify",
    "alterar": "modify",
    "remove": "delete",
    "excluir": "delete",
}

PLAN_KEYS: Mapping[str, tuple[str, ...]] = {
    "title": ("name", "titulo"),
    "goal": ("objective", "objetivo", "summary", "description"),
    "steps": ("atomicTasks", "tasks", "etapas"),
    "clarifications": ("questions", "openQuestions"),
    "success_criteria": ("acceptanceCriteria", "criteria"),
}
STEP_KEYS: Mapping[str, tuple[str, ...]] = {
    "id": ("taskId", "stepId", "ordem"),
    "title": ("task", "name", "summary", "requirement", "titulo"),
    "description": ("details", "desc", "what", "instructions", "requirement", "descricao"),
    "file": ("path", "filePath", "filename", "targetFile"),
    "file_action": ("action", "operation"),
    "files": ("filePaths", "affectedFiles"),
    "dependencies": ("dependsOn", "depends_on", "deps", "blockedBy", "prerequisites"),
    "validation": ("acceptanceCriteria", "verification", "testStrategy", "test", "howToVerify", "doneWhen"),
    "rationale": ("reason", "why", "justification", "justificativa"),
    "call": ("capability",),
}
CLARIFICATION_KEYS: Mapping[str, tuple[str, ...]] = {
    "question": ("text", "title", "description", "pergunta"),
    "answer": ("response", "resposta"),
    "critical": ("required", "blocking"),
    "related_steps": ("steps", "relatedTasks", "tasks", "affects"),
    "options": ("choices", "suggestions"),
    "recommended": ("default", "suggestion"),
}
RISK_KEYS: Mapping[str, tuple[str, ...]] = {
    "description": ("risk", "title", "text", "risco"),
    "severity": ("impact", "level", "probability", "severidade"),
    "mitigation": ("mitigationStrategy", "plan", "action", "solution", "mitigacao"),
}
ASSUMPTION_KEYS: Mapping[str, tuple[str, ...]] = {
    "text": ("decision", "assumption", "description", "title", "decisao"),
    "source": ("rationale", "reason"),
}
CONTEXT_KEYS: Mapping[str, tuple[str, ...]] = {
    "files_analyzed": ("files", "relevantFiles", "analyzedFiles"),
    "patterns_found": ("patterns", "codePatterns"),
    "dependencies": ("packages", "libraries", "externalDependencies"),
}
SENTENCE_KEYS = (
    "criterion",
    "criteria",
    "requirement",
    "description",
    "text",
    "title",
    "name",
    "path",
    "file",
    "pattern",
)
"""Keys that hold the words of an object given in place of a plain sentence."""
