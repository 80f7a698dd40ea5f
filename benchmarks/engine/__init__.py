"""The run engine beside LangGraph and plain asyncio: the same shapes, in processes of their own, taking turns."""
