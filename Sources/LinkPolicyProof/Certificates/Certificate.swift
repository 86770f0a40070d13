internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyJSON

/// The set of reachable accounts that a proof found, in a form that an independent program can check.
///
/// For each class of domains, the certificate lists the reachable accounts. The entry of an account contains its
/// address, the actors who proved the address, and the methods, sessions, codes and factors that the account may hold.
/// The certificate also contains the settings, assumptions and exclusions under which this list is complete. A checker
/// verifies that every attempt on a listed account leads to a listed account, and that no account breaks an invariant.
/// A checked certificate therefore holds even if the search that found the accounts was wrong.
/// `Tests/Oracle/check-certificate` is a checker.
package struct Certificate: Sendable {
  /// The version of the certificate format.
  ///
  /// A checker must support this version.
  static var format: Int { 1 }

  let proof: Proof
  let assumptions: Assumptions
  let version: String
  /// The invariants that the certificate covers: the requested and proved invariants about accounts and single steps.
  package let invariants: [Invariant]

  /// Creates the certificate of a proof.
  ///
  /// - Parameters:
  ///   - proof: the proof to certify.
  ///   - assumptions: the assumptions of the proof.
  ///   - version: the version of the tool, for the key `engine`.
  /// - Throws: a ``CertificateRefusal`` if the proof has no certificate.
  package init(
    of proof: Proof, under assumptions: Assumptions, version: String
  ) throws(CertificateRefusal) {
    self.proof = proof
    self.assumptions = assumptions
    self.version = version
    let document = proof.policy.document
    if let words = proof.notPlayed.first {
      throw .notConsidered(words)
    }
    // A row about one mailbox has no effect if the policy distinguishes the mailbox's addresses.
    let used = assumptions.used(for: proof.policy, in: proof.environment)
    guard assumptions.excluded.isEmpty, !used.contains(where: { $0.part == .sameMailbox }) else {
      throw .furtherAssumptions
    }
    guard document.labels.isEmpty else { throw .labels }
    guard document.identifiers.isEmpty else { throw .identifiers }
    guard document.inputs.isEmpty,
      document.actions.allSatisfy({ $0.performer == $0.impliedPerformer })
    else { throw .parties }
    guard document.addresses.heldBy == .account else { throw .addressesOfMethods }
    guard document.countsDisabled else { throw .disabledMethods }
    let model = proof.access.first?.closure.model
    guard !(model?.comparesCodeCredentials ?? false), !(model?.tellsAskingAccounts ?? false) else {
      throw .originsOfCodes
    }
    guard !proof.policy.vocabulary.isUsed(.factors), !proof.policy.vocabulary.isUsed(.ticket),
      !proof.policy.enrollsFactors
    else { throw .factorsAndTickets }
    guard proof.environment.reassigned != .during else { throw .passingAddress }
    invariants = proof.verdicts.compactMap { invariant, verdict in
      guard case .proved = verdict, AccessProof.decided.contains(invariant) else { return nil }
      // A check of single steps shows nothing about accounts in other pools.
      return invariant == .oneHolder && !document.pools.isEmpty ? nil : invariant
    }
    guard !invariants.isEmpty else { throw .nothingProved }
  }

  /// The ids of the invariants that certificates support.
  package static var covered: [String] { AccessProof.decided.map { $0.id } }

  /// The certificate as one line of JSON.
  package var json: [UInt8] {
    let policy = proof.policy
    let environment = proof.environment
    let value = JSONValue.object([
      "certificate": .int(Self.format),
      "engine": .string(version),
      "policy": .object([
        "name": .string(policy.name), "digest": .string(policy.digest.text),
      ]),
      "invariants": .array(invariants.map { .string($0.id) }),
      "switches": JSONValue(
        .object(environment.switches.map { JSONMember(Name($0.name), .string($0.value)) })),
      "settings": JSONValue(
        .object(proof.options.settings.map { JSONMember(Name($0.name), .string($0.value)) })),
      "exclusions": .array(
        Exclusion.allCases.filter { environment.exclusions.contains($0) }.map {
          .int($0.rawValue)
        }),
      "assumptions": .array(assumptions.rows.map { json(of: $0) }),
      "vocabulary": vocabulary,
      "providers": .array(
        (proof.access.first?.closure.model.providers ?? []).map { .string($0.id) }),
      "domains": .array(proof.access.map { CertifiedDomain($0.closure).json }),
    ])
    return value.line + [UInt8(ascii: "\n")]
  }

  private func json(of row: Assumptions.AssumptionRow) -> JSONValue {
    let claims = row.claims.map { JSONMember(Name($0.name), json(of: $0.value)) }
    return .object([
      "providers": row.providers.map { .array($0.words.map { .string($0.value) }) } ?? .null,
      "domains": row.domains.map { .array($0.map { .string($0) }) } ?? .null,
      "claims": JSONValue(.object(claims)),
      "when": row.conditions.isEmpty
        ? .null
        : JSONValue(
          .object(row.conditions.map { JSONMember(Name($0.one.name), .string($0.value)) })),
      "who": .string(row.obtainer.rawValue),
    ])
  }

  private func json(of value: ClaimValue) -> JSONValue {
    switch value {
    case .boolean(let value): .bool(value)
    case .string(let text): .string(text)
    case .number(let text): JSONValue(.number(JSONNumber(literal: Array(text.text.utf8))))
    case .null: JSONValue(.null)
    }
  }
}

extension Certificate {
  /// The vocabulary of attempts: the facts with their values, the actions, the purposes of codes and the effects.
  var vocabulary: JSONValue {
    let vocabulary = proof.policy.vocabulary
    let facts = vocabulary.schema.facts.map { fact in
      JSONMember(fact.name, .array(fact.values.map { .string($0) }))
    }
    let actions = vocabulary.actions.map { JSONMember($0.name, json(of: $0)) }
    let purposes = vocabulary.purposes.purposes.map { purpose in
      JSONMember(
        purpose.purpose.name,
        .object([
          "to": .string(purpose.treatment.recipient.word),
          "for": .string(purpose.treatment.owner.word),
          "stale": .string(purpose.treatment.staleness.word),
        ]))
    }
    return .object([
      "facts": JSONValue(.object(facts)), "actions": JSONValue(.object(actions)),
      "purposes": JSONValue(.object(purposes)),
      "effects": .array(EffectWord.allCases.map { .string($0.name) }),
    ])
  }

  private func json(of action: ActionDefinition) -> JSONValue {
    let pointsTo =
      switch action.pointsTo {
      case .session: "session"
      case .target: "target"
      case .code: "code"
      case .credential: "credential"
      }
    let address =
      switch action.address {
      case .none: "none"
      case .optional: "optional"
      case .required: "required"
      case .byKind: "by-kind"
      }
    return .object([
      "pointsTo": .string(pointsTo), "kinds": .array(action.kinds.kinds.map { .string($0.name) }),
      "address": .string(address), "takes": action.takes.map { .string($0.name) } ?? .null,
    ])
  }
}

/// The accounts of a closure in the form of a certificate.
struct CertifiedDomain {
  let closure: AccountClosure

  init(_ closure: AccountClosure) {
    self.closure = closure
  }

  /// The domain, the possible holdings, and the accounts, which refer to holdings by index.
  var json: JSONValue {
    .object([
      "domain": .string(closure.model.domain),
      "things": .array(closure.table.holdings.map { json(of: $0) }),
      "accounts": .array(closure.states.map { json(of: $0) }),
    ])
  }

  private func json(of account: AbstractAccount) -> JSONValue {
    let provers = Actor.allCases.filter { account.key.provers.contains($0) }
    return .object([
      "email": json(of: account.key.email), "verified": .bool(account.key.isVerified),
      "provers": .array(provers.map { json(of: $0) }),
      "may": .array(account.holdings.values.map { .int($0) }),
    ])
  }

  private func json(of holding: Holding) -> JSONValue {
    switch holding {
    case .method(let method):
      return .object([
        "thing": .string("method"),
        "provider": .string(closure.model.providers[method.provider].id),
        "kind": .string(method.kind.name), "holder": method.holder.map { json(of: $0) } ?? .null,
        "proved": json(of: method.proved), "superseded": .bool(method.isSuperseded),
      ])
    case .session(let actor, let isLive):
      return .object([
        "thing": .string("session"), "holder": json(of: actor), "live": .bool(isLive),
      ])
    case .code(let code):
      let purposes = closure.model.policy.vocabulary.purposes.purposes
      return .object([
        "thing": .string("code"), "purpose": .string(purposes[code.purpose].purpose.name),
        "mailbox": json(of: code.mailbox), "bound": json(of: code.boundTo),
        "asker": json(of: code.asker), "inSession": .bool(code.askedIn != .none),
        "used": .bool(code.isUsed),
      ])
    case .factor(let actor):
      return .object(["thing": .string("factor"), "holder": json(of: actor)])
    }
  }

  private func json(of address: AbstractAddress) -> JSONValue {
    switch address {
    case .none: .null
    case .owners: .string("owners")
    case .attackers: .string("attackers")
    }
  }

  private func json(of actor: Actor) -> JSONValue {
    switch actor {
    case .owner: .string("owner")
    case .attacker: .string("attacker")
    }
  }
}

/// The reason why a proof has no certificate.
package enum CertificateRefusal: Error, Equatable {
  /// None of the supported invariants is proved.
  case nothingProved
  /// The proof left out the attempts or addresses that the text names, so the proof's set of accounts is incomplete.
  case notConsidered(String)
  /// The owner's address is reassigned during the sequences of the proof.
  ///
  /// After the reassignment, attempts on older accounts can lead to accounts that the certificate does not list.
  case passingAddress
  /// The assumptions add exclusions, or declare one mailbox for addresses that the policy treats as equal.
  case furtherAssumptions
  /// The policy declares labels, which certificates do not represent.
  case labels
  /// The policy declares identifiers, which certificates do not represent.
  case identifiers
  /// The policy declares inputs, or the parties that perform actions; certificates represent neither.
  case parties
  /// Methods hold addresses, which certificates do not represent.
  case addressesOfMethods
  /// The policy does not count disabled methods, and certificates do not represent this rule.
  case disabledMethods
  /// The policy tests the credential for which a code was requested, or the account from which the code was requested.
  ///
  /// Certificates represent neither the credential nor the account.
  case originsOfCodes
  /// The policy depends on second factors or on tickets; certificates represent neither.
  case factorsAndTickets

  /// The reason why a proof has no certificate, as a sentence.
  package var message: String {
    switch self {
    case .nothingProved:
      "there is nothing to certify: none of \(Certificate.covered.joined(separator: ", ")) is proved"
    case .notConsidered(let words): "the certificate would be incomplete: \(words)"
    case .passingAddress:
      "with reassigned=during there is no certificate: the accounts of two worlds are not one set"
    case .furtherAssumptions:
      "there are no certificates under `excluded` of an assumptions file, or where a row of `same-mailbox` makes a difference"
    case .labels: "there are no certificates of policies with labels"
    case .identifiers: "there are no certificates of policies with `identifiers:`"
    case .parties: "there are no certificates of policies with `inputs:`, or with `by:` at actions"
    case .addressesOfMethods: "there are no certificates of policies whose methods hold addresses"
    case .disabledMethods:
      "there are no certificates of policies that do not count disabled methods"
    case .originsOfCodes:
      "there are no certificates of policies that test `code-credential`, or `same-account` of `requested-by`"
    case .factorsAndTickets:
      "there are no certificates of policies that test `factors` or `ticket`, or enroll factors"
    }
  }
}
