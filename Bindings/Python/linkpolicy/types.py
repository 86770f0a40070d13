"""The JSON of requests, answers and records as types. Written by `Bindings/Python/generate-types` from the schemas: do not edit."""
from __future__ import annotations

from typing import Any, Dict, List, Literal, Mapping, Optional, Sequence, TypedDict, Union

__all__ = [
    "AccountMethod",
    "AccountReference",
    "AccountRequirement",
    "AccountRow",
    "AccountVersion",
    "AddressQuestion",
    "AddressRecord",
    "AddressRequirement",
    "AskedCredentialOrNull",
    "Assertion",
    "AssertionAddress",
    "AssertionProfile",
    "Attempt",
    "Caller",
    "CancelCodesWrite",
    "ChangeSet",
    "Check",
    "ClaimNonce",
    "ClaimNote",
    "ClaimsAnswer",
    "ClaimsReason",
    "ClaimsRequest",
    "ClearIdentifierEffect",
    "CodeAnswers",
    "CodeRequirement",
    "CodeRow",
    "CredentialKey",
    "CredentialRequirement",
    "DecideRequest",
    "DecidingRow",
    "DecisionAnswer",
    "DecisionField",
    "DecisionNote",
    "DecisionTicket",
    "DeleteAccountWrite",
    "DisabledMethods",
    "DisclosedCredential",
    "Disclosure",
    "Disclosures",
    "DropEffect",
    "DropFactorsWrite",
    "Effect",
    "EffectName",
    "EndSessionWrite",
    "EndSessionsWrite",
    "ErrorAnswer",
    "ErrorCode",
    "Gone",
    "IdAccountReference",
    "IdentifierQuestion",
    "IdentifierRequirement",
    "InsertAccountWrite",
    "Kind",
    "Link",
    "Lookup",
    "LookupCode",
    "LookupCredential",
    "LookupMethod",
    "LookupRequest",
    "MailNotice",
    "MethodKey",
    "Neighbor",
    "NewAccountReference",
    "Nonce",
    "NonceResult",
    "Notice",
    "OpenSessionWrite",
    "OwnerNotice",
    "PolicyReference",
    "Profile",
    "PutCodeWrite",
    "PutMethodWrite",
    "Question",
    "RawNonce",
    "Record",
    "RecordAccount",
    "RecordRequest",
    "RecordRow",
    "Reference",
    "Remedy",
    "RemoveMethodWrite",
    "RenewSessionWrite",
    "Requirement",
    "SendCodeEffect",
    "SessionRequirement",
    "SessionRow",
    "SetEffect",
    "SetEmailWrite",
    "SetFactorsWrite",
    "SetIdentifierEffect",
    "SetIdentifierWrite",
    "SetLabelWrite",
    "SetProfileWrite",
    "SetStateWrite",
    "StoreAnswers",
    "SupersedeMethodWrite",
    "Ticket",
    "UseCodeWrite",
    "Write",
    "WriteName",
]


Kind = Literal["federated", "password", "email-link", "phone", "custom", "anonymous", "passkey"]


NonceResult = Literal["matched", "mismatched", "missing", "not-sent", "absent"]


class _AddressRecord(TypedDict):
    email: str


class AddressRecord(_AddressRecord, total=False):
    claims: Optional[Mapping[str, Optional[Union[str, bool, float]]]]


class Profile(TypedDict, total=False):
    name: Optional[str]
    photo: Optional[str]


Link = TypedDict("Link", {"domain": Literal["allowed", "refused"], "in-app": Literal["on", "off"]})


Remedy = Literal["existing-credential", "consent", "reauthentication", "verification", "second-factor"]


class _Ticket(TypedDict):
    policy: str
    ask: Remedy


class Ticket(_Ticket, total=False):
    """The ticket, unchanged as a decision returned it."""

    provider: Optional[str]
    kind: Optional[Kind]
    subject: Optional[str]
    address: Optional[str]
    account: Optional[str]
    tenant: Optional[str]
    settings: Optional[Mapping[str, Union[str, bool, float]]]
    action: Optional[str]
    row: Optional[str]
    inputs: Optional[Mapping[str, Union[str, bool, float]]]
    identifiers: Optional[Mapping[str, str]]


class _Attempt(TypedDict):
    action: str


class Attempt(_Attempt, total=False):
    provider: Optional[str]
    kind: Optional[Kind]
    subject: Optional[str]
    origin: Optional[Literal["fresh", "returned"]]
    nonce: Optional[NonceResult]
    connection: Optional[Literal["bound", "unbound", "none"]]
    secret: Optional[Literal["right", "wrong", "absent"]]
    addresses: Optional[Sequence[AddressRecord]]
    address: Optional[str]
    profile: Optional[Profile]
    consent: Optional[Literal["given", "absent"]]
    inputs: Optional[Mapping[str, Union[str, bool, float]]]
    identifiers: Optional[Mapping[str, str]]
    link: Optional[Link]
    tenant: Optional[str]
    ticket: Optional[Ticket]


class Caller(TypedDict, total=False):
    """The ids, in the service's store, of the caller's session, of the code, and of the target account that an administrator names."""

    session: Optional[str]
    target: Optional[str]
    code: Optional[str]


class _AccountMethod(TypedDict):
    provider: str


class AccountMethod(_AccountMethod, total=False):
    kind: Optional[Kind]
    subject: Optional[str]
    superseded: Optional[bool]
    address: Optional[str]
    proved: Optional[str]
    labels: Optional[Mapping[str, Union[str, bool, float]]]
    since: Optional[int]


class _AccountRow(TypedDict):
    id: str
    email: Optional[str]
    verified: bool
    methods: Sequence[Union[str, AccountMethod]]
    state: Literal["active", "disabled"]
    version: int


class AccountRow(_AccountRow, total=False):
    """The row of an account."""

    labels: Optional[Mapping[str, Union[str, bool, float]]]
    identifiers: Optional[Mapping[str, str]]
    profile: Optional[Profile]
    tenant: Optional[str]
    factors: Optional[int]
    epoch: Optional[int]


class Gone(TypedDict):
    gone: Literal[True]


class SessionRow(TypedDict):
    """The caller's session, as stored; null if no session has the caller's id. The row of the session's account must have `epoch`."""

    account: Optional[str]
    epoch: int
    ended: bool
    recent: bool


class AskedCredentialOrNull(TypedDict):
    issuer: str
    kind: Kind
    subject: str


class _CodeRow(TypedDict):
    purpose: str
    address: str
    account: Optional[str]
    bound: Optional[str]
    requester: Optional[str]
    tenant: Optional[str]
    used: bool
    expired: bool


class CodeRow(_CodeRow, total=False):
    """The caller's code, as `put-code` wrote it; null if no code has the caller's id."""

    requesterAccount: Optional[str]
    credential: Optional[AskedCredentialOrNull]


class DisabledMethods(TypedDict):
    """The complete list of disabled methods; each entry is a provider, or provider/kind."""

    disabled: Sequence[str]


class StoreAnswers(TypedDict, total=False):
    """One answer for each question of the lookup, under the question's key; an absent key is a missing answer, and null means that no such row exists."""

    accounts: Optional[Sequence[AccountRow]]
    credential: Optional[Union[str, Gone]]
    addresses: Optional[Sequence[Sequence[str]]]
    identifiers: Optional[Sequence[Optional[str]]]
    session: Optional[SessionRow]
    target: Optional[str]
    code: Optional[CodeRow]
    method: Union[Optional[Literal["enabled", "disabled"]], DisabledMethods]


class _RecordRequest(TypedDict):
    time: str
    correlation: str


class RecordRequest(_RecordRequest, total=False):
    """Requests a record of the decision; the record repeats `time` and `correlation` unchanged."""

    weight: Optional[int]
    facts: Optional[Literal["tested", "all"]]


DecisionField = Literal["outcome", "effects", "ask", "tell", "ticket", "notes", "changes", "row", "account", "facts", "policy"]


class _DecideRequest(TypedDict):
    attempt: Attempt


class DecideRequest(_DecideRequest, total=False):
    caller: Optional[Caller]
    settings: Optional[Mapping[str, Union[str, bool, float]]]
    answers: Optional[StoreAnswers]
    record: Optional[RecordRequest]
    fields: Optional[Sequence[DecisionField]]


class CodeAnswers(TypedDict, total=False):
    accounts: Optional[Sequence[AccountRow]]
    code: Optional[CodeRow]


class _LookupRequest(TypedDict):
    attempt: Attempt


class LookupRequest(_LookupRequest, total=False):
    caller: Optional[Caller]
    settings: Optional[Mapping[str, Union[str, bool, float]]]
    answers: Optional[CodeAnswers]


class RawNonce(TypedDict):
    raw: str


class ClaimNonce(TypedDict):
    claim: str


Nonce = Union[Literal["not-sent"], RawNonce, ClaimNonce]


class _ClaimsRequest(TypedDict):
    mapping: Union[str, Mapping[str, Any]]
    payload: str


class ClaimsRequest(_ClaimsRequest, total=False):
    """Converts the payload of a token whose signature was verified; the mapping determines which keys apply."""

    provider: Optional[str]
    form: Optional[str]
    addresses: Optional[str]
    audiences: Optional[Sequence[str]]
    issuers: Optional[Sequence[str]]
    time: Optional[int]
    leeway: Optional[int]
    nonce: Optional[Nonce]
    subject: Optional[str]


class LookupCredential(TypedDict):
    tenant: Optional[str]
    issuer: str
    kind: Literal["federated", "password", "email-link", "phone", "custom", "passkey"]
    subject: str


class AddressQuestion(TypedDict):
    tenant: Optional[str]
    address: str
    heldBy: Literal["account", "methods"]
    pool: List[str]


class IdentifierQuestion(TypedDict):
    tenant: Optional[str]
    name: str
    value: str


class Reference(TypedDict):
    id: str


class LookupCode(TypedDict):
    id: str
    bringsAddress: bool


class _LookupMethod(TypedDict):
    tenant: Optional[str]
    provider: Optional[str]
    kind: Optional[Kind]


class LookupMethod(_LookupMethod, total=False):
    list: Literal[True]


class _Lookup(TypedDict):
    credential: Optional[LookupCredential]
    addresses: List[AddressQuestion]
    session: Optional[Reference]
    target: Optional[Reference]
    code: Optional[LookupCode]
    method: Optional[LookupMethod]


class Lookup(_Lookup, total=False):
    """The rows to fetch from the store; null for a row that the decision does not need."""

    identifiers: List[IdentifierQuestion]


class AccountRequirement(TypedDict):
    account: str
    version: int


class CredentialKey(TypedDict):
    tenant: Optional[str]
    issuer: str
    kind: Kind
    subject: Optional[str]


class CredentialRequirement(TypedDict):
    credential: CredentialKey
    holder: Union[Optional[str], Gone]


class AddressRequirement(TypedDict):
    address: AddressQuestion
    holders: List[str]


class IdentifierRequirement(TypedDict):
    identifier: IdentifierQuestion
    holder: Optional[str]


class SessionRequirement(TypedDict):
    """Requires that the session has not ended."""

    session: str


class CodeRequirement(TypedDict):
    """Requires that the code exists and is unused."""

    code: str


Requirement = Union[
    AccountRequirement, CredentialRequirement, AddressRequirement, IdentifierRequirement, SessionRequirement, CodeRequirement
]


class InsertAccountWrite(TypedDict):
    """Creates an account; the store assigns the id."""

    write: Literal["insert-account"]
    tenant: Optional[str]
    email: Optional[str]
    given: Optional[str]
    verified: bool


class IdAccountReference(TypedDict):
    id: str


class NewAccountReference(TypedDict):
    new: Literal[True]


AccountReference = Union[IdAccountReference, NewAccountReference]


class MethodKey(TypedDict):
    issuer: str
    kind: Kind
    subject: Optional[str]


class DeleteAccountWrite(TypedDict):
    """Deletes the account with its methods, labels and second factors, and ends its sessions; the store keeps the account's codes, and the keys in `leaving` as keys of a deleted account."""

    write: Literal["delete-account"]
    account: AccountReference
    leaving: List[MethodKey]


class SetEmailWrite(TypedDict):
    """Sets the account's address, and whether it is verified; a null `email` removes the address; if only `given` is null, the stored spelling stays."""

    write: Literal["set-email"]
    account: AccountReference
    email: Optional[str]
    given: Optional[str]
    verified: bool


class SetProfileWrite(TypedDict):
    """Sets the account's name and photo; null clears a value; with `blanksOnly`, only missing values are filled."""

    write: Literal["set-profile"]
    account: AccountReference
    name: Optional[str]
    photo: Optional[str]
    blanksOnly: bool


class SetStateWrite(TypedDict):
    """Enables or disables the account."""

    write: Literal["set-state"]
    account: AccountReference
    state: Literal["active", "disabled"]


class SetLabelWrite(TypedDict):
    """Sets a label of the account, or, if `method` is not null, a label of that method."""

    write: Literal["set-label"]
    account: AccountReference
    method: Optional[MethodKey]
    name: str
    value: str


class SetIdentifierWrite(TypedDict):
    """Sets an identifier of the account, in canonical form and unique in the tenant; a null `value` removes the identifier."""

    write: Literal["set-identifier"]
    account: AccountReference
    name: str
    value: Optional[str]


class PutMethodWrite(TypedDict):
    """Inserts a method, or replaces the method with the same issuer, kind and subject."""

    write: Literal["put-method"]
    account: AccountReference
    provider: str
    issuer: str
    kind: Kind
    subject: Optional[str]
    address: Optional[str]
    proved: Optional[str]
    secret: Literal["keep", "new"]
    superseded: bool
    place: Optional[MethodKey]


class RemoveMethodWrite(TypedDict):
    """Removes a method with its dependent data."""

    write: Literal["remove-method"]
    account: AccountReference
    provider: str
    issuer: str
    kind: Kind
    subject: Optional[str]
    why: Literal["unlinked", "dropped", "replaced", "seized"]


class SupersedeMethodWrite(TypedDict):
    """Keeps a method for sign-ins, and hides the method from lists."""

    write: Literal["supersede-method"]
    account: AccountReference
    issuer: str
    kind: Kind
    subject: Optional[str]


class DropFactorsWrite(TypedDict):
    """Removes the account's second factors."""

    write: Literal["drop-factors"]
    account: AccountReference


class SetFactorsWrite(TypedDict):
    """Sets the number of the account's second factors, one more or one fewer than before."""

    write: Literal["set-factors"]
    account: AccountReference
    count: int


class OpenSessionWrite(TypedDict):
    """Opens a session with the account's epoch."""

    write: Literal["open-session"]
    account: AccountReference


class RenewSessionWrite(TypedDict):
    """Gives the session the account's epoch and new tokens; if `recent` is true, also makes the session recent."""

    write: Literal["renew-session"]
    session: str
    account: AccountReference
    recent: bool


class EndSessionWrite(TypedDict):
    """Ends the session."""

    write: Literal["end-session"]
    session: str


class EndSessionsWrite(TypedDict):
    """Sets the account's epoch, which revokes the sessions with an earlier epoch."""

    write: Literal["end-sessions"]
    account: AccountReference
    epoch: int


class PutCodeWrite(TypedDict):
    """Creates a code; the notice `mail` with the number of this write sends the code."""

    write: Literal["put-code"]
    purpose: str
    address: str
    account: Optional[AccountReference]
    bound: Optional[str]
    requester: Optional[str]
    requesterAccount: Optional[str]
    credential: Optional[MethodKey]
    tenant: Optional[str]


class UseCodeWrite(TypedDict):
    """Marks the code used."""

    write: Literal["use-code"]
    code: str


class CancelCodesWrite(TypedDict):
    """Removes the account's codes, and codes without an account that were mailed to the address."""

    write: Literal["cancel-codes"]
    account: AccountReference
    address: Optional[str]
    tenant: Optional[str]


Write = Union[
    InsertAccountWrite, DeleteAccountWrite, SetEmailWrite, SetProfileWrite, SetStateWrite, SetLabelWrite, SetIdentifierWrite,
    PutMethodWrite, RemoveMethodWrite, SupersedeMethodWrite, DropFactorsWrite, SetFactorsWrite, OpenSessionWrite, RenewSessionWrite,
    EndSessionWrite, EndSessionsWrite, PutCodeWrite, UseCodeWrite, CancelCodesWrite
]


class MailNotice(TypedDict):
    notice: Literal["mail"]
    code: int
    purpose: str
    to: str


class OwnerNotice(TypedDict):
    notice: Literal["owner"]
    account: AccountReference
    to: Optional[str]


Notice = Union[MailNotice, OwnerNotice]


class _ChangeSet(TypedDict):
    requires: List[Requirement]
    writes: List[Write]
    notices: List[Notice]


class ChangeSet(_ChangeSet, total=False):
    """A change set, to commit in one transaction: requirements to check, writes to execute, notices to store."""

    id: str


EffectName = Literal[
    "create", "create-without-address", "sign-in", "link", "add-subject", "replace-subject", "supersede-subject", "seize-credential",
    "refresh-method", "unlink", "drop-unproven", "drop-factors", "enroll-factor", "remove-factor", "set-password", "verify-email",
    "unverify-email", "set-email", "adopt-email", "clear-email", "fill-profile", "overwrite-profile", "revoke-sessions",
    "cancel-pending", "remember-undo", "issue-token", "end-session", "disable", "enable", "notify-owner", "delete"
]


class DropEffect(TypedDict):
    drop: List[Kind]


SendCodeEffect = TypedDict("SendCodeEffect", {"send-code": str})


SetIdentifierEffect = TypedDict("SetIdentifierEffect", {"set-identifier": str})


ClearIdentifierEffect = TypedDict("ClearIdentifierEffect", {"clear-identifier": str})


class SetEffect(TypedDict):
    set: Dict[str, str]


Effect = Union[EffectName, DropEffect, SendCodeEffect, SetIdentifierEffect, ClearIdentifierEffect, SetEffect]


Disclosure = Literal["account", "methods", "providers", "credential", "registered", "address-methods"]


class _DisclosedCredential(TypedDict):
    issuer: str
    kind: Kind


class DisclosedCredential(_DisclosedCredential, total=False):
    subject: str


Disclosures = TypedDict(
    "Disclosures", {"account": str, "methods": List[str], "address-methods": List[str], "providers": List[str],
    "credential": "DisclosedCredential", "registered": bool}, total=False
)


class _DecisionTicket(TypedDict):
    policy: str
    ask: Remedy
    action: str
    row: str


class DecisionTicket(_DecisionTicket, total=False):
    """The ticket to pass when the person repeats the attempt after the remedy in `ask`."""

    provider: str
    kind: Kind
    subject: str
    address: str
    account: str
    tenant: str
    settings: Dict[str, str]
    inputs: Dict[str, str]
    identifiers: Dict[str, str]


class DecisionNote(TypedDict):
    note: Literal["address-ignored"]
    message: str


class _DecidingRow(TypedDict):
    id: str
    table: str
    line: int
    column: int
    because: List[str]


class DecidingRow(_DecidingRow, total=False):
    file: str


class AccountVersion(TypedDict):
    id: str
    version: int


class PolicyReference(TypedDict):
    name: str
    digest: str


class _Neighbor(TypedDict):
    row: DecidingRow


class Neighbor(_Neighbor, total=False):
    fact: str
    value: str


class DecisionAnswer(TypedDict, total=False):
    """The decision; if the request lists `fields`, only these members, otherwise every member with a value."""

    outcome: Literal["allowed", "refused"]
    error: str
    names: Dict[str, str]
    shown: str
    changes: ChangeSet
    effects: List[Effect]
    ask: Remedy
    tell: List[Disclosure]
    told: Disclosures
    ticket: DecisionTicket
    notes: List[DecisionNote]
    row: Optional[DecidingRow]
    account: Optional[AccountVersion]
    facts: Dict[str, str]
    policy: PolicyReference
    neighbours: List[Neighbor]
    explanation: str


class _AssertionAddress(TypedDict):
    email: str


class AssertionAddress(_AssertionAddress, total=False):
    claims: Dict[str, Optional[Union[str, bool, float]]]


class AssertionProfile(TypedDict, total=False):
    name: str
    photo: str


class _Assertion(TypedDict):
    provider: str
    subject: str
    addresses: List[AssertionAddress]


class Assertion(_Assertion, total=False):
    """Keys of an attempt; add `action` and the results of your own checks."""

    profile: AssertionProfile
    nonce: str


Check = Literal["signature", "issuer", "audience", "time", "nonce", "subject"]


class ClaimNote(TypedDict):
    claim: str
    reason: str


class ClaimsAnswer(TypedDict):
    """The assertion of a payload, with the checks that were made and the checks that were not made."""

    assertion: Assertion
    checked: List[Check]
    unchecked: List[Check]
    notes: List[ClaimNote]
    undeclared: List[str]


ErrorCode = Literal["malformed", "unanswered", "not-asked", "torn", "contradiction", "not-offered", "claims"]


Question = Literal["credential", "addresses", "identifiers", "session", "target", "code", "method"]


ClaimsReason = Literal["malformed", "claim", "issuer", "audience", "expired", "not-yet-valid", "subject", "expectation"]


class _ErrorAnswer(TypedDict):
    code: ErrorCode
    message: str


class ErrorAnswer(_ErrorAnswer, total=False):
    question: Question
    reason: ClaimsReason
    column: int


class RecordRow(TypedDict):
    table: str
    id: str


WriteName = Literal[
    "insert-account", "delete-account", "set-email", "set-profile", "set-state", "set-label", "set-identifier", "put-method",
    "remove-method", "supersede-method", "drop-factors", "set-factors", "open-session", "renew-session", "end-session", "end-sessions",
    "put-code", "use-code", "cancel-codes"
]


class _RecordAccount(TypedDict):
    version: int


class RecordAccount(_RecordAccount, total=False):
    id: str
    keyed: str
    named: str


class _Record(TypedDict):
    record: Literal[1]
    time: str
    correlation: str
    policy: PolicyReference
    outcome: Literal["allowed", "refused", "fault"]
    row: Optional[RecordRow]
    tell: List[Disclosure]
    writes: List[WriteName]
    notices: List[Literal["mail", "owner"]]
    account: Optional[RecordAccount]
    facts: Dict[str, str]
    notes: List[str]


class Record(_Record, total=False):
    """One line of an audit log, about one decision."""

    weight: int
    schema: str
    tenant: str
    action: str
    provider: str
    error: str
    shown: str
    ask: Remedy
