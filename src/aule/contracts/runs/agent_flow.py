"""Flows of agents: the call that runs one, and what its graph is given."""

from __future__ import annotations

RUN_FLOW = "studio.run_flow"
"""The capability that runs the flow of whoever is asked. No list has to name it: each step passes the gate."""
REQUEST = "request"
"""The input that holds what was asked."""
CONVERSATION = "conversation"
"""The input that holds what was said before, as text."""
FLOW_INPUTS = (REQUEST, CONVERSATION)
"""What a flow can be given; it is given those that its graph takes."""
