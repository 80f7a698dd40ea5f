"""Files that describe agents, in the shapes that other programs write."""

SKILL = """---
name: release-notes
description: Writes release notes from merged changes. Use it when somebody asks what changed since the last release.
license: Apache-2.0
compatibility: Needs git and a network
metadata:
  author: a-team
  version: "1.2"
allowed-tools: Read Grep Bash(git log:*) WebFetch Telescope
---

# Release notes

1. Run `scripts/collect.sh` and read `references/style.md`.
2. Group the changes, newest first.
"""

AGENTS = """# Orchard

## Set-up
- Install with `make setup`; tests are `make test`.

## Conventions
- Never commit to main. Keep functions short.
"""

SPEC = """
component_type: Agent
agentspec_version: 25.4.1
id: 4b8a
name: Invoice helper
description: Answers questions about invoices.
metadata: {team: finance}
inputs:
  - {title: customer, type: string}
llm_config:
  component_type: VllmConfig
  name: house
  model_id: big-model
  url: http://models.internal:8000
  api_key: very-secret
system_prompt: You answer questions about invoices of {{customer}}.
tools:
  - {component_type: ServerTool, name: read_file, description: Reads a file.}
  - {component_type: RemoteTool, name: pay_invoice, url: http://pay.internal}
"""

GREEDY = """---
aule_agent: 1
name: Greedy
tools: ["*"]
policy: {allow: ["*"], ask: ["core.write_file"], deny: ["core.exec"], on_write: apply}
budget: {max_turns: 200, max_tokens: 90000000, max_cost: 1000, max_seconds: 90000}
guidelines:
  - {rule: never, what: "effect:delete"}
interrupts:
  - {moment: after, what: core.web_fetch}
---

Do it all.
"""
