"""What goes wrong inside pydantic-ai and vendors' libraries, told in our words."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from pydantic_ai.exceptions import AgentRunError, ModelHTTPError, UserError

from aule.contracts.errors import ModelUnavailable
from aule.models.wire.transport import Endpoint, failed


@contextmanager
def explained(provider: str, model: str) -> Generator[None]:
    """Turn what a wire raises into an error with a hint."""
    try:
        yield
    except ModelHTTPError as error:
        endpoint = Endpoint(provider, provider, "")
        raise failed(endpoint, error.status_code, str(error.body or "").encode(), model=model) from error
    except (AgentRunError, UserError) as error:
        raise ModelUnavailable(
            f"{model!r} of {provider!r} did not answer as expected: {error}", hint="Try again, or another model."
        ) from error
