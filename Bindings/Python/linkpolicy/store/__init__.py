"""A store for services: SQLAlchemy on SQLite and PostgreSQL executes the change sets of decisions."""
try:
    import sqlalchemy  # noqa: F401
except ModuleNotFoundError as error:
    raise ModuleNotFoundError("the store needs SQLAlchemy: install `linkpolicy[store]`") from error

from .decider import Decider
from .errors import Busy, Conflict, RequirementFailed, SchemaMismatch, StoreError, StoreFailed, Uncertain
from . import schema
from .migrate import check, upgrade
from .outbox import Delivery, Outbox
from .outcomes import Event, Notice, Outcome, Settled
from .store import Lifetimes, Store
from .tokens import Tokens

__all__ = [
    "Busy", "Conflict", "Decider", "Delivery", "Event", "Lifetimes", "Notice", "Outbox", "Outcome", "RequirementFailed",
    "SchemaMismatch", "Settled", "Store", "StoreError", "StoreFailed", "Tokens", "Uncertain", "check", "upgrade",
]
