"""Answers whole vectors: as a runner does, and as a writer of vectors wants them."""

from __future__ import annotations

from .attempt import Outcome
from .hooks import Hooks
from .known import why_not
from .vectors import MAILED_FOR_ACCOUNTS, Json, Player, account_json, outcome_json

STEP_KEYS = (
    "outcome", "error", "shown", "account", "new", "session", "listeners", "removed", "ask", "tell", "told", "ticket",
    "input-error",
)
"""The expectations of a step that the oracle answers."""


def result(vector: Json, hooks: Hooks) -> Json:
    """What `linkpolicy-runner/1` wants to hear of a vector. Whatever a vector holds, there is a result."""
    try:
        reason = why_not(vector)
        if reason is not None:
            return {"id": vector["id"], "skipped": {"reason": reason}}
        player = Player(vector, hooks)
        steps = [_answer(player.step(number, step)) for number, step in enumerate(vector["steps"], 1)]
        store = player.world.store
        accounts = [account_json(account, store, MAILED_FOR_ACCOUNTS) for account in store.accounts]
        return {"id": vector["id"], "steps": steps, "accounts": accounts}
    except AssertionError:
        return {"id": vector["id"], "errored": {"message": "an attempt lacks something that its action needs"}}
    except Exception as error:  # A vector may be anything, and the next one is to be answered all the same.
        name = vector.get("id") if isinstance(vector, dict) else None
        return {"id": name, "errored": {"message": f"{type(error).__name__}: {error}"}}


def _answer(outcome: Outcome | None) -> Json | None:
    """Everything the oracle can say, also where it is nothing."""
    if outcome is None:
        return None
    said = outcome_json(outcome)
    if "input-error" not in said:
        said.setdefault("shown", outcome.error or "allowed")
        said.setdefault("tell", [])
        said.setdefault("ticket", False)
    return said


def answered(vector: Json, hooks: Hooks, *, everything: bool = False) -> Json:
    """The vector, with what the oracle expects of each step and of the accounts at the end.

    With `everything`, what is not shown, told or handed out is said as well.
    """
    player = Player(vector, hooks)
    steps = []
    for number, step in enumerate(vector["steps"], 1):
        outcome = player.step(number, step)
        said = outcome_json(outcome) if outcome is not None and not everything else _answer(outcome)
        steps.append(step if said is None else step | {"expect": said})
    accounts = [account_json(account, player.world.store) for account in player.world.store.accounts]
    return vector | {"steps": steps, "accounts": accounts}
