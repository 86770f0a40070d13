"""LinkPolicy for Python: `Policy` answers in this process, and `linkpolicy.process.Client` through the command line tool."""
from .errors import (
    Closed,
    InputError,
    InvalidPolicy,
    LibraryError,
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
from .policy import Claims, Column, Decision, Policy, Table

__version__ = "0.9.0"
__all__ = [
    "Claims", "Closed", "Column", "Decision", "InputError", "InvalidPolicy", "LibraryError", "LinkPolicyError", "Overloaded",
    "Policy", "PolicyRejected", "ProtocolFault", "RequestError", "StartFailed", "Table", "TimedOut", "ToolEnded", "TooManyRestarts",
]
