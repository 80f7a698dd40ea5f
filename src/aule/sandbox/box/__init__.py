"""The box: runs a command isolated by the operating system, or not at all.

Bubblewrap gives it namespaces of its own; where that is not allowed, Landlock and a filter of system calls close files,
network and signals instead. Both are tried by really running them before they are used.
"""

from aule.contracts.access.sandbox import Level, Proof
from aule.sandbox.box.box_port import PORT, Answer
from aule.sandbox.box.limits import USUAL, BoxLimits
from aule.sandbox.box.output import Heard, Printed
from aule.sandbox.box.probe import Prober
from aule.sandbox.box.proofs import prove
from aule.sandbox.box.runner import BoxCommand, BoxOutcome, run
from aule.sandbox.box.spaces import LentFolder, Space

__all__ = [
    "PORT",
    "USUAL",
    "Answer",
    "BoxCommand",
    "BoxLimits",
    "BoxOutcome",
    "Heard",
    "LentFolder",
    "Level",
    "Printed",
    "Prober",
    "Proof",
    "Space",
    "prove",
    "run",
]
