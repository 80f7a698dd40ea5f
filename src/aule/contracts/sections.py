"""The sections of the settings by name, and the words people look for them by."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Section:
    """One page of the settings, in each language, with further words by which it is found."""

    id: str
    titles: dict[str, str]
    about: str


SECTIONS = (
    Section(
        "providers",
        {"en": "Providers", "pt-BR": "Provedores"},
        "openai anthropic ollama api address connect endereço conectar",
    ),
    Section("models", {"en": "Models", "pt-BR": "Modelos"}, "default role image pictures padrão papel imagens figuras"),
    Section(
        "budgets",
        {"en": "Budgets", "pt-BR": "Limites de gasto"},
        "limits cost tokens money steps orçamento custo dinheiro passos",
    ),
    Section(
        "appearance",
        {"en": "Appearance", "pt-BR": "Aparência"},
        "theme dark light language name tema escuro claro idioma língua nome",
    ),
    Section("secrets", {"en": "Secrets", "pt-BR": "Segredos"}, "keys passwords chaves senhas"),
    Section("about", {"en": "About", "pt-BR": "Sobre"}, "version license folder data versão licença pasta dados"),
)
