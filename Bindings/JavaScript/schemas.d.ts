// Made by generate-types from the JSON Schemas of the tool. Do not edit.

/** The id of the request, which the answer repeats byte for byte; if absent, the answer has a null id. */
export type RequestID = string | number | null;

export type DecideRequest = {
  attempt: Attempt;
  caller?: Caller | null;
  settings?: Words | null;
  answers?: Answers | null;
  record?: RecordContext | null;
  /** The members of the decision to return; all members if absent. */
  fields?: Array<"outcome" | "effects" | "ask" | "tell" | "ticket" | "notes" | "changes" | "row" | "account" | "facts" | "policy"> | null;
};

/** Requests a record of the decision; the record repeats `time` and `correlation` unchanged. */
export type RecordContext = {
  time: string;
  correlation: string;
  /** The number of decisions that the record represents, if the service records only a sample. */
  weight?: number | null;
  /** The facts that the record includes: the facts that the policy tests, or all facts; tested facts if absent. */
  facts?: "tested" | "all" | null;
};

export type LookupRequest = {
  attempt: Attempt;
  caller?: Caller | null;
  settings?: Words | null;
  /** The row of the code, for a second lookup after a lookup with `bringsAddress`. */
  answers?: CodeAnswer | null;
};

/** Converts the payload of a token whose signature was verified; the mapping determines which keys apply. */
export type ClaimsRequest = {
  /** The name of a shipped mapping, such as `google`, or a mapping of your own. */
  mapping: string | Record<string, unknown>;
  /** The payload as the provider sent it: one JSON object, in a string. */
  payload: string;
  provider?: Identifier;
  form?: TextOrNull;
  /** The list of addresses that the provider sends separately from the payload, as JSON in a string. */
  addresses?: string | null;
  audiences?: TextsOrNull;
  issuers?: TextsOrNull;
  time?: Count;
  leeway?: Count;
  /** The nonce of the authorization request: `raw`, as the application generated it, or `claim`, as the token must contain it; `not-sent` if the request had no nonce. */
  nonce?: "not-sent" | {
    raw: string;
  } | {
    claim: string;
  } | null;
  subject?: TextOrNull;
};

export type TextsOrNull = Array<string> | null;

/** The ids, in the service's store, of the caller's session, of the code, and of the target account that an administrator names. */
export type Caller = {
  session?: Identifier;
  target?: Identifier;
  code?: Identifier;
};

/** An attempt, with or without a provider; pass its addresses as `addresses` or as `address`, not both. */
export type Attempt = {
  action: string;
  provider: string;
  kind?: KindOrNull;
  subject?: TextOrNull;
  origin?: "fresh" | "returned" | null;
  nonce?: "matched" | "mismatched" | "missing" | "not-sent" | "absent" | null;
  connection?: "bound" | "unbound" | "none" | null;
  secret?: "right" | "wrong" | "absent" | null;
  addresses?: Array<AddressRecord> | null;
  address?: null;
  profile?: ProfileOrNull;
  consent?: "given" | "absent" | null;
  inputs?: Words | null;
  identifiers?: IdentifierValues | null;
  link?: LinkOrNull;
  tenant?: TextOrNull;
  ticket?: TicketOrNull;
} | {
  action: string;
  provider: string;
  kind?: KindOrNull;
  subject?: TextOrNull;
  origin?: "fresh" | "returned" | null;
  nonce?: "matched" | "mismatched" | "missing" | "not-sent" | "absent" | null;
  connection?: "bound" | "unbound" | "none" | null;
  secret?: "right" | "wrong" | "absent" | null;
  addresses?: null;
  address: string;
  profile?: ProfileOrNull;
  consent?: "given" | "absent" | null;
  inputs?: Words | null;
  identifiers?: IdentifierValues | null;
  link?: LinkOrNull;
  tenant?: TextOrNull;
  ticket?: TicketOrNull;
} | {
  action: string;
  provider?: null;
  kind?: KindOrNull;
  subject?: null;
  origin?: null;
  nonce?: null;
  connection?: null;
  secret?: null;
  addresses?: Array<PlainAddress> | null;
  address?: null;
  profile?: ProfileOrNull;
  consent?: "given" | "absent" | null;
  inputs?: Words | null;
  identifiers?: IdentifierValues | null;
  link?: LinkOrNull;
  tenant?: TextOrNull;
  ticket?: TicketOrNull;
} | {
  action: string;
  provider?: null;
  kind?: KindOrNull;
  subject?: null;
  origin?: null;
  nonce?: null;
  connection?: null;
  secret?: null;
  addresses?: null;
  address: string;
  profile?: ProfileOrNull;
  consent?: "given" | "absent" | null;
  inputs?: Words | null;
  identifiers?: IdentifierValues | null;
  link?: LinkOrNull;
  tenant?: TextOrNull;
  ticket?: TicketOrNull;
};

/** One answer for each question of the lookup, under the question's key; an absent key is a missing answer, and null means that no such row exists. */
export type Answers = {
  accounts?: Accounts;
  /** The id of the listed account that holds the credential; `gone` if a deleted account kept the credential; null if no account holds the credential. */
  credential?: string | {
    gone: true;
  } | null;
  /** For each address in the lookup, the ids of the listed accounts that hold the address. */
  addresses?: Array<Array<string>> | null;
  /** For each identifier in the lookup, the id of the listed account that holds the identifier; null if no account does. */
  identifiers?: Array<string | null> | null;
  session?: SessionRow | null;
  /** The id of the listed account that is the target; null if no such account exists. */
  target?: string | null;
  code?: CodeRow | null;
  method?: "enabled" | "disabled" | null | DisabledMethods;
};

export type CodeAnswer = {
  accounts?: Accounts;
  code?: CodeRow | null;
};

export type Accounts = Array<AccountRow> | null;

/** The caller's session, as stored; null if no session has the caller's id. The row of the session's account must have `epoch`. */
export type SessionRow = {
  account: AccountOrGone;
  /** The account's epoch when the session was opened or last got new tokens. */
  epoch: number;
  /** Whether the session was signed out. */
  ended: boolean;
  /** Whether the sign-in of the session is recent. */
  recent: boolean;
};

/** The caller's code, as `put-code` wrote it; null if no code has the caller's id. */
export type CodeRow = {
  purpose: Purpose;
  address: string;
  account: AccountOrGone;
  bound: TextOrNull;
  requester: Identifier;
  requesterAccount?: Identifier;
  credential?: AskedCredentialOrNull;
  tenant: Identifier;
  used: boolean;
  expired: boolean;
};

/** The credential of the attempt that requested the code; null if the attempt had no credential, or the credential was not stored. */
export type AskedCredentialOrNull = {
  issuer: string;
  kind: "federated" | "password" | "email-link" | "phone" | "custom" | "anonymous" | "passkey";
  subject: string;
} | null;

/** The id of the listed account to which the session or code belongs; null if the account was deleted, or a code has no account. */
export type AccountOrGone = string | null;

/** The purpose of a code: sign-in, verify, change, undo, reset, or a purpose that the policy declares. */
export type Purpose = string;

/** The row of an account. */
export type AccountRow = {
  id: string;
  email: TextOrNull;
  verified: boolean;
  methods: Array<MethodRow>;
  labels?: Words | null;
  identifiers?: IdentifierValues | null;
  profile?: ProfileOrNull;
  state: "active" | "disabled";
  tenant?: TextOrNull;
  factors?: Count;
  epoch?: Count;
  version: number;
};

/** The complete list of disabled methods; each entry is a provider, or provider/kind. */
export type DisabledMethods = {
  disabled: Array<string>;
};

export type MethodRow = string | {
  provider: string;
  kind?: KindOrNull;
  subject?: TextOrNull;
  superseded?: boolean | null;
  address?: TextOrNull;
  proved?: TextOrNull;
  labels?: Words | null;
  since?: Count;
};

/** An address without claims. */
export type PlainAddress = {
  email: string;
  claims?: null;
};

export type AddressRecord = {
  email: string;
  claims?: Record<string, string | boolean | number | null> | null;
};

export type ProfileOrNull = {
  name?: TextOrNull;
  photo?: TextOrNull;
} | null;

export type LinkOrNull = {
  domain: "allowed" | "refused";
  "in-app": "on" | "off";
} | null;

export type TicketOrNull = {
  policy: string;
  ask: "existing-credential" | "consent" | "reauthentication" | "verification" | "second-factor";
  provider?: TextOrNull;
  kind?: KindOrNull;
  subject?: TextOrNull;
  address?: TextOrNull;
  account?: TextOrNull;
  tenant?: TextOrNull;
  settings?: Words | null;
  action?: TextOrNull;
  row?: TextOrNull;
  inputs?: Words | null;
  identifiers?: IdentifierValues | null;
} | null;

export type TextOrNull = string | null;

/** A nonempty id; null for none. */
export type Identifier = string | null;

export type Count = number | null;

export type Words = Record<string, string | boolean | number>;

export type IdentifierValues = Record<string, string>;

export type KindOrNull = "federated" | "password" | "email-link" | "phone" | "custom" | "anonymous" | "passkey" | null;

/** The id of the request, byte for byte; null if the line has no valid id. */
export type Id = string | number | null;

/** The record of the decision, if the request asks for a record; `linkpolicy schema record` describes the keys. */
export type DecisionRecord = Record<string, unknown>;

/** The assertion of a payload, with the checks that were made and the checks that were not made. */
export type ClaimsAnswer = {
  /** Keys of an attempt; add `action` and the results of your own checks. */
  assertion: {
    provider: string;
    subject: string;
    addresses: Array<{
      email: string;
      claims?: Record<string, string | boolean | number | null>;
    }>;
    profile?: {
      name?: string;
      photo?: string;
    };
    nonce?: string;
  };
  checked: Array<"signature" | "issuer" | "audience" | "time" | "nonce" | "subject">;
  unchecked: Array<"signature" | "issuer" | "audience" | "time" | "nonce" | "subject">;
  /** The claims of the payload that the assertion omits, each with the reason. */
  notes: Array<{
    claim: string;
    reason: string;
  }>;
  /** The names of claims about the address that the policy does not declare. */
  undeclared: Array<string>;
};

/** The rows to fetch from the store; null for a row that the decision does not need. */
export type Lookup = {
  /** The credential whose holder to fetch. */
  credential: {
    tenant: string | null;
    issuer: string;
    kind: "federated" | "password" | "email-link" | "phone" | "custom" | "anonymous" | "passkey";
    subject: string;
  } | null;
  /** The addresses, in canonical form, whose holders to fetch. */
  addresses: Array<AddressQuestion>;
  /** The identifiers whose holders to fetch; absent if the attempt states no identifier. */
  identifiers?: Array<IdentifierQuestion>;
  /** The caller's session. */
  session: Reference | null;
  /** The account that an administrator names. */
  target: Reference | null;
  code: {
    id: string;
    /** Whether to fetch the holders of the code's address too; a second lookup with the code's row lists the address in `addresses`. */
    bringsAddress: boolean;
  } | null;
  /** The method to report as enabled or disabled; with a null `provider`, the link that the attempt requests. */
  method: {
    tenant: string | null;
    provider: string | null;
    kind: "federated" | "password" | "email-link" | "phone" | "custom" | "anonymous" | "passkey" | null;
    /** Present if the answer must list every disabled method. */
    list?: true;
  } | null;
};

export type IdentifierQuestion = {
  tenant: string | null;
  name: string;
  /** The value of the identifier, in canonical form. */
  value: string;
};

export type AddressQuestion = {
  tenant: string | null;
  address: string;
  /** Whether to search the accounts' own addresses, or the addresses of the accounts' methods. */
  heldBy: "account" | "methods";
  /** The providers whose accounts to search, as the policy names them; `*` means all providers outside other pools. */
  pool: Array<string>;
};

/** A change set, to commit in one transaction: requirements to check, writes to execute, notices to store. */
export type Changes = {
  /** The id that the caller chose; a store applies a change set with this id only once. */
  id?: string;
  requires: Array<Requirement>;
  writes: Array<Write>;
  notices: Array<Notice>;
};

/** The id of an account, or `new` for the account that this change set creates. */
export type AccountReference = {
  id: string;
} | {
  new: true;
};

export type Kind = "federated" | "password" | "email-link" | "phone" | "custom" | "anonymous" | "passkey";

export type MethodKey = {
  issuer: string;
  kind: Kind;
  subject: string | null;
};

/** An answer to the lookup that must still be true at the commit; otherwise, look up and decide again. */
export type Requirement = {
  account: string;
  version: number;
} | {
  credential: {
    tenant: string | null;
    issuer: string;
    kind: Kind;
    subject: string | null;
  };
  holder: string | null | {
    gone: true;
  };
} | {
  address: AddressQuestion;
  holders: Array<string>;
} | {
  identifier: IdentifierQuestion;
  /** The id of the account that holds the identifier; null for no account. */
  holder: string | null;
} | {
  session: string;
} | {
  code: string;
};

export type Write = {
  write: "insert-account";
  tenant: string | null;
  email: string | null;
  given: string | null;
  verified: boolean;
} | {
  write: "delete-account";
  account: AccountReference;
  leaving: Array<MethodKey>;
} | {
  write: "set-email";
  account: AccountReference;
  email: string | null;
  given: string | null;
  verified: boolean;
} | {
  write: "set-profile";
  account: AccountReference;
  name: string | null;
  photo: string | null;
  blanksOnly: boolean;
} | {
  write: "set-state";
  account: AccountReference;
  state: "active" | "disabled";
} | {
  write: "set-label";
  account: AccountReference;
  method: MethodKey | null;
  name: string;
  value: string;
} | {
  write: "set-identifier";
  account: AccountReference;
  name: string;
  value: string | null;
} | {
  write: "put-method";
  account: AccountReference;
  provider: string;
  issuer: string;
  kind: Kind;
  subject: string | null;
  address: string | null;
  proved: string | null;
  secret: "keep" | "new";
  superseded: boolean;
  place: MethodKey | null;
} | {
  write: "remove-method";
  account: AccountReference;
  provider: string;
  issuer: string;
  kind: Kind;
  subject: string | null;
  why: "unlinked" | "dropped" | "replaced" | "seized";
} | {
  write: "supersede-method";
  account: AccountReference;
  issuer: string;
  kind: Kind;
  subject: string | null;
} | {
  write: "drop-factors";
  account: AccountReference;
} | {
  write: "set-factors";
  account: AccountReference;
  count: number;
} | {
  write: "open-session";
  account: AccountReference;
} | {
  write: "renew-session";
  session: string;
  account: AccountReference;
  recent: boolean;
} | {
  write: "end-session";
  session: string;
} | {
  write: "end-sessions";
  account: AccountReference;
  epoch: number;
} | {
  write: "put-code";
  purpose: Purpose;
  address: string;
  account: AccountReference | null;
  bound: string | null;
  requester: string | null;
  requesterAccount: string | null;
  credential: MethodKey | null;
  tenant: string | null;
} | {
  write: "use-code";
  code: string;
} | {
  write: "cancel-codes";
  account: AccountReference;
  address: string | null;
  tenant: string | null;
};

/** A message: store the message in the transaction, and send it at least once after the commit. */
export type Notice = {
  notice: "mail";
  /** The index of the code among the change set's `put-code` writes, counted from 0. */
  code: number;
  purpose: Purpose;
  to: string;
} | {
  notice: "owner";
  account: AccountReference;
  /** The account's address before the change set. */
  to: string | null;
};

export type Reference = {
  id: string;
};

export type AnswerErrorBody = {
  code: "malformed" | "unanswered" | "not-asked" | "torn" | "contradiction" | "not-offered" | "claims";
  message: string;
  /** The key of the question in the lookup that the error concerns. */
  question?: "credential" | "addresses" | "identifiers" | "session" | "target" | "code" | "method";
  /** Why the claims were refused, if the code is `claims`. */
  reason?: "malformed" | "claim" | "issuer" | "audience" | "expired" | "not-yet-valid" | "subject" | "expectation";
  /** The position of the error in the line, in characters, counted from 1. */
  column?: number;
};

/** The decision; if the request lists `fields`, only these members, otherwise every member with a value. */
export type Decision = {
  outcome?: "allowed" | "refused";
  /** The error's name in the policy. */
  error?: string;
  /** Each platform's name for the error. */
  names?: Record<string, string>;
  /** The outcome to report to the client instead of `outcome`: `allowed`, or an error. */
  shown?: string;
  changes?: Changes;
  /** The effects of the decision, in order; the store commits all effects or none. */
  effects?: Array<Effect>;
  ask?: "existing-credential" | "consent" | "reauthentication" | "verification" | "second-factor";
  tell?: Array<"account" | "methods" | "providers" | "credential" | "registered" | "address-methods">;
  told?: {
    account?: string;
    methods?: Array<string>;
    "address-methods"?: Array<string>;
    providers?: Array<string>;
    credential?: {
      issuer: string;
      subject?: string;
      kind: "federated" | "password" | "email-link" | "phone" | "custom" | "anonymous" | "passkey";
    };
    registered?: boolean;
  };
  /** The ticket to pass when the person repeats the attempt after the remedy in `ask`. */
  ticket?: {
    policy: string;
    ask: "existing-credential" | "consent" | "reauthentication" | "verification" | "second-factor";
    provider?: string;
    kind?: "federated" | "password" | "email-link" | "phone" | "custom" | "anonymous" | "passkey";
    subject?: string;
    address?: string;
    account?: string;
    tenant?: string;
    settings?: Record<string, string>;
    action: string;
    row: string;
    inputs?: Record<string, string>;
    identifiers?: Record<string, string>;
  };
  /** Notes on how the engine interpreted the attempt, such as an ignored address. */
  notes?: Array<{
    note: "address-ignored";
    message: string;
  }>;
  /** The row or guard that decided; null if the facts cannot occur together. */
  row?: Row | null;
  /** The account that the attempt points to. */
  account?: {
    id: string;
    version: number;
  } | null;
  facts?: Record<string, string>;
  policy?: {
    name: string;
    digest: string;
  };
  /** Only from `explain`: the other rows of the table, each with the first condition that failed; without a failed condition, the row was not evaluated, or a guard refused its effects. */
  neighbours?: Array<{
    row: Row;
    fact?: string;
    value?: string;
  }>;
  /** The explanation for people; only from `explain`. */
  explanation?: string;
};

export type Row = {
  id: string;
  /** The key of the table, or `guards`. */
  table: string;
  file?: string;
  line: number;
  column: number;
  because: Array<string>;
};

export type Effect = "create" | "create-without-address" | "sign-in" | "link" | "add-subject" | "replace-subject" | "supersede-subject" | "seize-credential" | "refresh-method" | "unlink" | "drop-unproven" | "drop-factors" | "enroll-factor" | "remove-factor" | "set-password" | "verify-email" | "unverify-email" | "set-email" | "adopt-email" | "clear-email" | "fill-profile" | "overwrite-profile" | "revoke-sessions" | "cancel-pending" | "remember-undo" | "issue-token" | "end-session" | "disable" | "enable" | "notify-owner" | "delete" | {
  drop: Array<"federated" | "password" | "email-link" | "phone" | "custom" | "anonymous" | "passkey">;
} | {
  "send-code": Purpose;
} | {
  "set-identifier": string;
} | {
  "clear-identifier": string;
} | {
  set: Record<string, string>;
};

