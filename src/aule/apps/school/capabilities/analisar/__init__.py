"""ANALISAR: what the figures of classes and students say."""

from aule.apps.school.capabilities.analisar import comentarios, desempenho_geral, engajamento, gaps

__all__ = ["comentarios", "desempenho_geral", "engajamento", "gaps"]
