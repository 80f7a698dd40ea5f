"""Guidelines and interrupts as pure rules: whatever they say, they only narrow."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aule.contracts.access.agent import Agent, Conduct
from aule.contracts.access.capability import Approve, Capability, Effect, Policy
from aule.contracts.access.guidelines import (
    AgentInterrupt,
    AskRule,
    CiteRule,
    FilesRule,
    Guideline,
    LanguageRule,
    LengthRule,
    MentionRule,
    NeverRule,
    OmitRule,
    SaidRule,
)
from aule.kernel.bounds import bounds_of, combined
from aule.kernel.capabilities.gate.policy_decision import decide
from aule.kernel.conduct.answer_rules import answer_rules, broken_rules
from aule.kernel.conduct.call_rules import held_after, narrow
from aule.kernel.conduct.sentences import sentence_of, sentence_of_interrupt
from aule.kernel.policy import Decision, verdict

ORDER = {Decision.ALLOW: 0, Decision.ASK: 1, Decision.DENY: 2}
NAMES = ("core.read_file", "core.write_file", "core.delete_file", "core.run", "atlas.remove")
WHATS = st.sampled_from(["*", "core.*", "atlas.*", *NAMES, *(f"effect:{each}" for each in Effect)])
GLOBS = st.sampled_from(["docs", "docs/**", "*.md", "src/*", "!secret/**", "**"])
RULES: st.SearchStrategy[Guideline] = st.one_of(
    st.builds(NeverRule, rule=st.just("never"), what=WHATS),
    st.builds(AskRule, rule=st.just("ask"), what=WHATS),
    st.builds(FilesRule, rule=st.just("files"), paths=st.lists(GLOBS, min_size=1, max_size=3)),
    st.builds(SaidRule, rule=st.just("said"), do=st.just("Be kind.")),
    st.builds(LengthRule, rule=st.just("length"), words=st.just(50)),
)
INTERRUPTS = st.builds(AgentInterrupt, moment=st.sampled_from(["before", "after"]), what=WHATS)
PATTERNS = st.lists(st.sampled_from(["*", "core.*", *NAMES]), max_size=2)
POLICIES = st.builds(
    Policy,
    allow=PATTERNS,
    ask=PATTERNS,
    deny=PATTERNS,
    on_write=st.sampled_from(["fail", "propose", "ask", "apply"]),
)
CAPABILITIES = st.builds(
    Capability,
    name=st.sampled_from(NAMES),
    app=st.just("core"),
    category=st.sampled_from(["files", "other"]),
    title=st.just("It"),
    description=st.just(""),
    params=st.just({}),
    returns=st.just({}),
    effect=st.sampled_from(Effect),
    reversible=st.booleans(),
    approval=st.sampled_from(Approve),
)


@given(
    CAPABILITIES,
    st.lists(POLICIES, min_size=1, max_size=3),
    st.lists(RULES, max_size=4),
    st.lists(INTERRUPTS, max_size=3),
)
def test_guidelines_and_interrupts_can_only_narrow_what_a_call_may_do(
    capability: Capability, policies: list[Policy], rules: list[Guideline], interrupts: list[AgentInterrupt]
) -> None:
    """ST-1: with its rules an agent may do nothing that it may not do without them, under any policy."""
    plain = Agent(id="a", name="A", policy=policies[-1])
    ruled = plain.model_copy(update={"guidelines": rules, "interrupts": interrupts})
    free = decide(capability, {}, policies, combined(bounds_of(plain)))
    bound = decide(capability, {}, policies, combined(bounds_of(ruled)))
    narrowed = narrow(bound, capability, [ruled.conduct], "en")
    assert ORDER[narrowed.decision] >= ORDER[free.decision]
    if any(isinstance(rule, NeverRule) and rule.what in ("*", capability.name) for rule in rules):
        assert narrowed.decision is Decision.DENY


@given(CAPABILITIES, POLICIES, st.lists(st.lists(RULES, max_size=3), max_size=3), st.lists(RULES, max_size=3))
def test_an_agent_above_only_adds_to_the_rules(
    capability: Capability, policy: Policy, above: list[list[Guideline]], own: list[Guideline]
) -> None:
    """ST-1: over delegation, rights only shrink."""
    decided = verdict(capability, {}, [policy])
    alone = narrow(decided, capability, [Conduct(guidelines=own)], "pt-BR")
    conducts = [*(Conduct(guidelines=each) for each in above), Conduct(guidelines=own)]
    assert ORDER[narrow(decided, capability, conducts, "pt-BR").decision] >= ORDER[alone.decision]


@given(CAPABILITIES, st.lists(INTERRUPTS, max_size=4))
def test_a_result_waits_exactly_where_an_interrupt_after_is_about_its_call(
    capability: Capability, interrupts: list[AgentInterrupt]
) -> None:
    """ST-1: before is asked before, after waits after."""
    held = held_after(capability, [Conduct(interrupts=interrupts)])
    matching = [
        each
        for each in interrupts
        if each.moment == "after"
        and each.what in ("*", capability.name, f"{capability.name.split('.')[0]}.*", f"effect:{capability.effect}")
    ]
    assert held == (matching[0] if matching else None)


@pytest.mark.parametrize(
    ("rule", "kept", "broken"),
    [
        (
            LanguageRule(rule="language", language="en"),
            "The text is fine, and I would keep it.",
            "O texto está bom, e eu não mudaria.",
        ),
        (LanguageRule(rule="language", language="pt"), "O texto está bom.", "The text is fine and I would keep it."),
        (LengthRule(rule="length", words=5), "One two three four five", "one two three four five six"),
        (MentionRule(rule="mention", text="Ana Prado"), "Fale com ANA PRADO.", "Fale com Ana."),
        (OmitRule(rule="omit", text="orçamento"), "Sem números.", "O ORCAMENTO é 3."),
        (OmitRule(rule="omit", text="budget"), "Budgets vary.", "The bud\u200bget is 3."),
        (CiteRule(rule="cite"), "cited", "not cited"),
    ],
)
def test_an_answer_is_held_to_each_rule_of_the_grammar(rule: Guideline, kept: str, broken: str) -> None:
    """ST-1: language, length, what must and must not be mentioned, citations."""
    rules = answer_rules([rule], "what do you think?")
    assert broken_rules(rules, kept, cites=True) == []
    assert broken_rules(rules, broken, cites=False) == [rule]


def test_a_rule_about_some_questions_leaves_the_others_alone() -> None:
    """ST-1: `when the question mentions …` is checked as well."""
    rule = MentionRule(rule="mention", text="LGPD", asked="dados pessoais")
    assert answer_rules([rule], "Como guardo DADOS pessoais?") == [rule]
    assert answer_rules([rule], "Que horas são?") == []


@given(RULES, st.sampled_from(["pt-BR", "en"]))
def test_every_rule_is_a_plain_sentence_in_both_languages(rule: Guideline, locale: str) -> None:
    """ST-1: what is checked can be read by anybody."""
    sentence = sentence_of(rule, locale)
    assert sentence and "{" not in sentence
    waits = sentence_of_interrupt(AgentInterrupt(moment="after", what="effect:delete"), locale)
    assert (
        waits
        == {
            "pt-BR": "Mostra o resultado e espera por você depois de: apagar algo.",
            "en": "Shows you the result and waits after: deleting something.",
        }[locale]
    )
