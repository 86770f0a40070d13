// Made by generate-types from the JSON Schemas of the tool. Do not edit.

/** Handed back byte for byte with the answer; without one the answer has null. */
export type RequestID = string | number | null;

export type DecideRequest = {
  attempt: Attempt;
  caller?: Caller | null;
  settings?: Words | null;
  answers?: Answers | null;
  record?: RecordContext | null;
  /** The members of the decision that the answer is to have; all without it. */
  fields?: Array<"outcome" | "effects" | "ask" | "tell" | "ticket" | "notes" | "changes" | "row" | "account" | "facts" | "policy"> | null;
};

/** Asks for a record of the decision, which is about this time and request. */
export type RecordContext = {
  time: string;
  correlation: string;
  /** The number of decisions that the record stands for, in a log of a sample. */
  weight?: number | null;
  /** The facts that the record includes: those that the policy tests, or all. */
  facts?: "tested" | "all" | null;
};

export type LookupRequest = {
  attempt: Attempt;
  caller?: Caller | null;
  settings?: Words | null;
  /** The code as it was found, where the addresses to look up are the code's. */
  answers?: CodeAnswer | null;
};

/** Converts the payload of a token whose signature was verified; the mapping determines which keys apply. */
export type ClaimsRequest = {
  /** The name of a shipped mapping, such as `google`, or a mapping of your own. */
  mapping: string | Record<string, unknown>;
  /** One JSON object, as the provider sent it, in a string. */
  payload: string;
  provider?: Identifier;
  form?: TextOrNull;
  /** A separate list of addresses, as JSON in a string. */
  addresses?: string | null;
  audiences?: TextsOrNull;
  issuers?: TextsOrNull;
  time?: Count;
  leeway?: Count;
  /** The nonce of the request: as the application generated it, or the exact claim. */
  nonce?: "not-sent" | {
    raw: string;
  } | {
    claim: string;
  } | null;
  subject?: TextOrNull;
};

export type TextsOrNull = Array<string> | null;

/** What is brought besides the attempt, by its ids in the service's store. */
export type Caller = {
  session?: Identifier;
  target?: Identifier;
  code?: Identifier;
};

/** With a provider or without one, and with one spelling of its addresses. */
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

/** A key for each question of the look-up; one left out is a question left open, null says that there is nothing. */
export type Answers = {
  accounts?: Accounts;
  /** Who holds it: the id of a listed account, or `gone` where its account is deleted. */
  credential?: string | {
    gone: true;
  } | null;
  /** For each address asked for, the ids of the listed accounts that hold it. */
  addresses?: Array<Array<string>> | null;
  /** For each identifier asked for, the id of the listed account that holds it; null for nobody. */
  identifiers?: Array<string | null> | null;
  session?: SessionRow | null;
  /** The id of a listed account. */
  target?: string | null;
  code?: CodeRow | null;
  method?: "enabled" | "disabled" | null | DisabledMethods;
};

export type CodeAnswer = {
  accounts?: Accounts;
  code?: CodeRow | null;
};

export type Accounts = Array<AccountRow> | null;

/** A session as the store has it; null where there is none with the caller's id. The row of its account has `epoch`. */
export type SessionRow = {
  account: AccountOrGone;
  /** The account's epoch when it was opened, or had new tokens. */
  epoch: number;
  /** Whether it was signed out. */
  ended: boolean;
  /** Whether its sign-in is recent. */
  recent: boolean;
};

/** A code as `put-code` wrote it; null where there is none with the caller's id. */
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

/** The credential of the attempt that asked for the code; null where it had none, or it was not stored. */
export type AskedCredentialOrNull = {
  issuer: string;
  kind: "federated" | "password" | "email-link" | "phone" | "custom" | "anonymous" | "passkey";
  subject: string;
} | null;

/** The id of a listed account; null where its account is gone, or it is nobody's. */
export type AccountOrGone = string | null;

/** What it was mailed for: sign-in, verify, change, undo, reset, or one that the policy declares. */
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

/** The methods that are switched off, and no others, each a provider or provider/kind. */
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

/** An address about which nobody claims anything. */
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

/** An id in the service's store. */
export type Identifier = string | null;

export type Count = number | null;

export type Words = Record<string, string | boolean | number>;

export type IdentifierValues = Record<string, string>;

export type KindOrNull = "federated" | "password" | "email-link" | "phone" | "custom" | "anonymous" | "passkey" | null;

/** That of the line, as it was written; null where it has none, or none to be sure of. */
export type Id = string | number | null;

/** The record of the decision, where the line asks for one; `linkpolicy schema record` has its keys. */
export type DecisionRecord = Record<string, unknown>;

/** The assertion of a payload, with the checks that were made and those that were not. */
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
  /** The claims that were left out, and why. */
  notes: Array<{
    claim: string;
    reason: string;
  }>;
  /** Claims about addresses that the policy does not declare. */
  undeclared: Array<string>;
};

/** What to fetch; null is for what is not to be fetched. */
export type Lookup = {
  /** Which account holds it, if any does. */
  credential: {
    tenant: string | null;
    issuer: string;
    kind: "federated" | "password" | "email-link" | "phone" | "custom" | "anonymous" | "passkey";
    subject: string;
  } | null;
  /** Which accounts hold them; in canonical form. */
  addresses: Array<AddressQuestion>;
  /** Which account holds each, if any does; present if the attempt states identifiers. */
  identifiers?: Array<IdentifierQuestion>;
  /** The caller's session. */
  session: Reference | null;
  /** The account that an administrator names. */
  target: Reference | null;
  code: {
    id: string;
    /** Whether the addresses to look up are the code's: its own address, or ask again with the code found. */
    bringsAddress: boolean;
  } | null;
  /** Whether this method is switched on; without a provider, the link that the attempt asks for. */
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
  /** In canonical form. */
  value: string;
};

export type AddressQuestion = {
  tenant: string | null;
  address: string;
  /** By the account's own address, or by that of any of its methods. */
  heldBy: "account" | "methods";
  /** The providers among whose accounts to search, as the policy names them; `*` for all others. */
  pool: Array<string>;
};

/** What a store does in one transaction, and nothing else: check, write, tell. */
export type Changes = {
  /** The caller's; a set that was carried out is not carried out again. */
  id?: string;
  requires: Array<Requirement>;
  writes: Array<Write>;
  notices: Array<Notice>;
};

/** An account by id, or the one that the set makes. */
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

/** An answer of the look-up that must still be so. */
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
  /** The id of the account; null for nobody. */
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

/** Kept in the same transaction and sent after it, at least once. */
export type Notice = {
  notice: "mail";
  /** Which of the set's `put-code`, from 0. */
  code: number;
  purpose: Purpose;
  to: string;
} | {
  notice: "owner";
  account: AccountReference;
  /** The address before the set. */
  to: string | null;
};

export type Reference = {
  id: string;
};

export type AnswerErrorBody = {
  code: "malformed" | "unanswered" | "not-asked" | "torn" | "contradiction" | "not-offered" | "claims";
  message: string;
  /** The question of the look-up that it is about, by its key. */
  question?: "credential" | "addresses" | "identifiers" | "session" | "target" | "code" | "method";
  /** Why the claims were refused, if the code is `claims`. */
  reason?: "malformed" | "claim" | "issuer" | "audience" | "expired" | "not-yet-valid" | "subject" | "expectation";
  /** Where in the line, in characters. */
  column?: number;
};

/** A request with `fields` is answered with these members alone, any other with all that have something to say. */
export type Decision = {
  outcome?: "allowed" | "refused";
  /** The error's name in the policy. */
  error?: string;
  /** Each platform's name for the error. */
  names?: Record<string, string>;
  /** What the outside may see, where it is not the outcome: `allowed` or an error. */
  shown?: string;
  changes?: Changes;
  /** In order; carried out all or none. */
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
  /** With which the attempt resumes, once what is asked for is there. */
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
  /** How the attempt was read, where its answer alone does not show it. */
  notes?: Array<{
    note: "address-ignored";
    message: string;
  }>;
  /** The row or guard that decided; null where the facts cannot occur together. */
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
  /** Only from `explain`: the other rows, each with its first condition that failed. */
  neighbours?: Array<{
    row: Row;
    fact?: string;
    value?: string;
  }>;
  /** Only from `explain`. */
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

