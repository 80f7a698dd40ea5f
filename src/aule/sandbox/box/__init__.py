"""The box: runs a command isolated by the operating system, or not at all.

Bubblewrap gives it namespaces of its own; where that is not allowed, Landlock and a filter of system calls close files,
network and signals instead. Both are tried by really running them before they are used.
"""

from aule.contracts.access.sandbox import Level, Proof
from aule.sandbox.box.limits import USUAL, Limits
from aule.sandbox.box.output import Heard, Printed
from aule.sandbox.box.probing import Prober
from aule.sandbox.box.proofs import prove
from aule.sandbox.box.running import Order, Outcome, run
from aule.sandbox.box.spaces import Lent, Space

__all__ = [
    "USUAL",
    "Heard",
    "Lent",
    "Level",
    "Limits",
    "Order",
    "Outcome",
    "Printed",
    "Prober",
    "Proof",
    "Space",
    "prove",
    "run",
]
