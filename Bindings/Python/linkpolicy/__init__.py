"""LinkPolicy for Python: `linkpolicy.process.Client` asks a policy through the command line tool."""
from .errors import (
    Closed,
    LinkPolicyError,
    Overloaded,
    PolicyRejected,
    ProtocolFault,
    RequestError,
    StartFailed,
    TimedOut,
    ToolEnded,
    TooManyRestarts,
)

__version__ = "0.9.0"
__all__ = [
    "Closed", "LinkPolicyError", "Overloaded", "PolicyRejected", "ProtocolFault", "RequestError", "StartFailed", "TimedOut",
    "ToolEnded", "TooManyRestarts",
]
