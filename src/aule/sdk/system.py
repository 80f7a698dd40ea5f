"""What an app works with that keeps something of its own while the system runs: see `App.on_start`."""

from __future__ import annotations

from aule.kernel.agents.exchanges import KeptExchange
from aule.kernel.asks import BroughtAgents
from aule.kernel.capabilities.changes.blob_refs import from_recorded
from aule.kernel.capabilities.gate.caller import ByHand
from aule.kernel.capabilities.gate.redaction import redact_data, without_secrets
from aule.kernel.capabilities.registry import Registry
from aule.kernel.documents import DEFAULT_PROJECT
from aule.kernel.engine.graphs.envelope import content_hash_of
from aule.kernel.engine.run_request import RunRequest
from aule.kernel.engine.run_state import ATTEMPT as ATTEMPT_DIGITS
from aule.kernel.engine.run_state import calls_of
from aule.kernel.kernel import DEFAULT_LOCALE, Kernel
from aule.kernel.runs.survival import sub_agent_ids
from aule.models.text_encoders import TextEncoder
from aule.stores.home.blobs import Blobs, Incoming
from aule.stores.log.unused_contents import ClearedContents, FormerContents, clear_contents
from aule.stores.repositories.runs import Which as WhichRuns

__all__ = [
    "ATTEMPT_DIGITS",
    "DEFAULT_LOCALE",
    "DEFAULT_PROJECT",
    "Blobs",
    "BroughtAgents",
    "ByHand",
    "ClearedContents",
    "FormerContents",
    "Incoming",
    "KeptExchange",
    "Kernel",
    "Registry",
    "RunRequest",
    "TextEncoder",
    "WhichRuns",
    "calls_of",
    "clear_contents",
    "content_hash_of",
    "from_recorded",
    "redact_data",
    "sub_agent_ids",
    "without_secrets",
]
