"""Packed rows: bytes that older versions stored in the log in place of text, and how they become text again.

A packed row is raw deflate against a dictionary of words that facts are full of; its first byte names the dictionary.
Nothing is packed any more. Whoever upgrades an older store needs the dictionary exactly as it was.
"""

from __future__ import annotations

import zlib

LARGEST = 64 * 1024
"""Bytes of the longest text that was ever packed; unpacking stops there, so that no row can fill the memory."""

_DICTIONARY = 1
"""The number of the only dictionary there was."""
_WINDOW = -13
"""Raw deflate that looks back 8 kB."""


def unpack(data: bytes) -> str:
    """Return the text that was packed; raise a `ValueError` for bytes that cannot have come from one."""
    if data[:1] != bytes([_DICTIONARY]):
        raise ValueError(f"no dictionary has the number {data[:1]!r}")
    inflater = zlib.decompressobj(_WINDOW, DICTIONARY)
    try:
        raw = inflater.decompress(data[1:], LARGEST + 1)
    except zlib.error as problem:
        raise ValueError(str(problem)) from problem
    if len(raw) > LARGEST or not inflater.eof or inflater.unused_data:
        raise ValueError("more or less than one text is packed here")
    return raw.decode()


_WORDS = "".join(
    [
        # Seldom, and short: the names are what is worth having.
        '{"type":"ui.navigated","path":"/{"type":"scope.violated","call":"call_","target":"',
        '{"type":"guard.tripped","guard":"max_tokens","detail":"{"type":"settings.changed","keys":["',
        '{"type":"model.probed","provider":"","model":"","facts":{"type":"command.began","id":"',
        '{"type":"agent.deleted","agent":"{"type":"project.deleted","project":"{"type":"workflow.deleted","workflow":"',
        '{"type":"schedule.deleted","schedule":"sch_{"type":"artifact.deleted","artifact":"art_',
        '{"type":"memory.forgotten","item":"mem_{"type":"conversation.deleted","conversation":"conv_',
        '{"type":"conversation.rewound","conversation":"conv_","message":"msg_',
        '{"type":"change.proposed","change":{"type":"change.adopted","change":"chg_{"type":"change.dropped","change":"',
        '{"type":"change.voided","change":{"id":"chg_{"type":"change.reinstated","change":"chg_',
        '{"type":"approval.expired","approval":{"type":"approval.superseded","approval":{"id":"apr_',
        '{"type":"plan.replanned","plan":"","within":true,"added":["',
        '{"type":"plan.shown","plan":"plan_","version":1,"content_hash":"sha256:","door":"web"}',
        '{"type":"plan.reviewed","plan":"plan_","version":1,"findings":[',
        '{"type":"report.written","report":{',
        '{"type":"run.edited","state":{"type":"run.aborted"}{"type":"run.paused"}',
        '{"type":"turn.compacted","dropped":,"kept":,"summary":"{"type":"turn.steered","message":"',
        '{"type":"call.progressed","id":"call_","message":"',
        '{"type":"call.printed","id":"call_","stream":"stdout","text":"',
        # Documents: what people and agents keep.
        '{"type":"agent.saved","agent":{"id":"","name":"","persona":"","capabilities":["core.*"],"version":1}}',
        '{"type":"workflow.saved","workflow":{"id":"","title":"","description":"","graph":{"nodes":[{"id":"","kind":"call"',
        '{"type":"schedule.saved","schedule":{"id":"sch_","title":"","prompt":"","project":"home","interval_s":',
        '{"type":"schedule.fired","schedule":"sch_","due_at":"2026-","next_at":"2026-","started":"sched-sch_',
        '{"type":"project.saved","project":{"id":"","name":"","description":"","root":"/home/","created_at":"2026-',
        '{"type":"artifact.saved","artifact":{"id":"art_","project":"home","run":"run_","type":"text","name":"',
        '","mime":"text/markdown","size":,"sha256":"","created_at":"2026-","made_by":"","call":"call_',
        '{"type":"memory.recalled","items":[{"type":"memory.saved","item":{"id":"mem_","layer":"working",',
        '"layer":"long_term","scope":"project:home","kind":"fact","content":"","source":"user:owner","trust":"user",',
        '"source":"run:run_","trust":"agent","created_at":"2026-","pinned":true}}',
        '{"type":"plan.saved","plan":{"id":"plan_","title":"","goal":"","project":"home","status":"draft","steps":[{"id":"1",',
        '"title":"","description":"","kind":"call","file":"","file_action":"modify","dependencies":["1"],"validation":"',
        '","rationale":"","call":{"capability":"","params":{}},"status":"done"}],',
        '"assumptions":[{"text":"","version":2,"author":"planner","reason":"created"}',
        # What a person is asked.
        '{"type":"approval.denied","approval":{"type":"approval.requested","approval":{"id":"apr_","kind":"step",',
        '"subject":"step:run_","title":"","body":"","preview":{"question":"","preview":{"path":"",',
        '"diff":"--- /dev/null\\n+++ \\n@@ -0,0 +1,1 @@\\n+","added":1,"removed":0,"is_new":true},',
        '"preview":{"text":"","options":[{"id":"approve",',
        '"label":"Begin"},{"id":"approve","label":"Go on"},{"id":"retry","label":"Do it again"},',
        '{"id":"skip","label":"Skip"},{"id":"abort","label":"Stop the run"}],"binds":{"content_hash":"sha256:",',
        '"default":"abort","created_at":"2026-',
        '"options":[{"id":"approve","label":"Aprovar"},{"id":"deny","label":"Recusar"}],"risk":"medium",',
        '{"type":"approval.granted","approval":{"id":"apr_","kind":"plan","run":"run_","session_id":"conv_","agent":"assistant",',
        '"subject":"run:run_","kind":"write","run":"run_","subject":"call:call_","title":"',
        '","options":[{"id":"approve","label":"Approve"},{"id":"deny","label":"Deny"}],"binds":{"content_hash":"sha256:',
        '","envelope":{"calls":{"":1},"targets":{"path":[""]},"effects":["write"]}},"call":{"id":"call_","capability":"',
        '","params":{"bound_params":{"idempotency_key":"run_"},"status":"granted","created_at":"2026-',
        '","decided_by":"owner","decided_at":"2026-","option":"approve"}}',
        # What was changed.
        '{"type":"change.undone","change":"chg_","undone_by":"chg_',
        '{"type":"change.intended","change":{"id":"chg_","actor":{"type":"user","id":"owner"},"op":"undo","status":"intended",',
        '"undoes":"chg_","op":"create","op":"update","op":"delete","before":null,"after":null,"project":"home"}}',
        '{"type":"change.recorded","change":{"id":"chg_","ts":"2026-","actor":{"type":"agent","id":"assistant"},"run":"run_',
        '","call":"call_","app":"core","op":"write","entity":"file:home/","title":"Write ","before":{"sha256":"',
        '","size":,"mode":420},"after":{"sha256":"","size":,"mode":420},"project":"home"}}',
        # A talk.
        '{"type":"conversation.opened","conversation":{"type":"conversation.edited","conversation":{"id":"conv_',
        '","agent":"assistant","project":"home","title":"","created_at":"2026-","updated_at":"2026-","version":2}}',
        '{"type":"message.added","message":{"id":"msg_","conversation":"conv_","role":"user","content":"","attachments":[',
        '"role":"assistant","content":"","run":"run_","interrupted":true,"ts":"2026-',
        '{"type":"ask.received","message":"","channel":"web"}',
        '{"type":"run.started","started":{"id":"run_","kind":"turn","title":"","agent":"assistant","session_id":"conv_',
        '","project":"home","locale":"pt-BR","started_at":"2026-',
        '{"type":"model.chosen","provider":"","model":"","tier":2,"why":"","why_code":"default"}',
        '{"type":"turn.stepped","step":1,"text":"","thought":"","calls":[{"id":"call_","capability":"","params":{"',
        '}}],"usage":{"tokens_in":1,"tokens_out":1,"cost":0.0,"model_calls":1},"duration_ms":',
        '{"type":"run.finished","status":"done","usage":{"tokens_in":1,"tokens_out":1,"model_calls":1}}',
        '{"type":"turn.thought","step":1,"delta":" {"type":"turn.spoke","step":1,"delta":" ',
        # The course of a run: what stands in most rows.
        '{"type":"run.claimed","worker":"{"type":"run.resumed","reason":"decision"}',
        '{"type":"step.released","step":"","option":"approve","result":"',
        '{"type":"step.skipped","step":"","reason":"upstream"},{"type":"step.failed","step":"","error":{"code":"',
        '","again_at":,"contained":true},{"type":"step.expanded","step":"","items":["',
        '{"type":"step.opened","step":"[0]","inputs":{"',
        '{"type":"step.interrupted","step":"","moment":"answer","message":"","moment":"after","moment":"before","approval":"apr_',
        '{"type":"run.waiting","approvals":["apr_',
        '{"graphs":["0123456789abcdef"],"facts":[{"type":"run.started","started":{"id":"run_","kind":"workflow","title":"',
        '","parent":"run_","depth":1,"step":"","workflow":"","workflow_version":1,"plan":{"id":"plan_","version":1,"content_hash":"',
        '","project":"home","budget":{"max_turns":200,"max_seconds":86400.0},"queue":"default","at_once":',
        ',"approved":"sha256:","envelope":{},"started_at":"2026-"}},{"type":"run.planned","inputs":{"',
        '"}},{"type":"run.planned"}]}',
        '{"type":"call.failed","id":"call_","capability":"","result":{"ok":false,"error":{"code":"","message":"","hint":"',
        '","recoverable":false}}},{"type":"step.failed","step":"","error":{"code":"","message":"',
        '"data":{"path":"","text":"","total_lines":1,"truncated":false,"encoding":null,"newline":null},',
        '"warnings":["","provenance":{"source":"","as_of":"2026-","rows":1},',
        '","title":"","effect":"write","params":{"path":"","content":"","approval":"apr_',
        '{"at":["0Z","1Z","2Z","3Z","4Z","5Z","6Z","7Z","8Z","9Z","",""],"facts":[{"type":"step.completed","step":"","result":"',
        '{"at":["","",""],"facts":[{"type":"step.started","step":"","attempt":1},{"type":"call.started","id":"call_',
        '0001","capability":"core.","title":"","effect":"write","params":{"path":"","content":"',
        '{"facts":[{"type":"call.started","id":"call_0001","capability":"","title":"","effect":"read","params":{"',
        '{"at":["","",""],"facts":[{"type":"step.completed","step":"","call":"call_0001"},',
        '{"type":"step.started","step":"","attempt":1},{"type":"call.started","id":"call_0001","capability":"core.","title":"',
        '","effect":"read","params":{"":""}},{"type":"call.completed","id":"call_0001","capability":"core.',
        '","result":{"ok":true,"data":{"":""},"duration_ms":0.0',
        '}},{"type":"step.completed","step":"","call":"call_0001"},{"type":"run.finished","status":"done"}]}',
    ]
)
DICTIONARY = _WORDS.encode()
"""What rows were packed against. A changed letter would make stored rows unreadable."""
