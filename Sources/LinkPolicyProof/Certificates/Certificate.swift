internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyJSON

/// What a proof has found to be every account that can come about, for a checker that shares nothing with it.
///
/// The accounts at each class of domains, each a key and everything that an account of that key may
/// have, with all that says what they are the accounts of. Who checks that every attempt on one of
/// them leads to one of them, and that none breaks an invariant, need not trust the search that found
/// them: `Tests/Oracle/check-certificate` does.
package struct Certificate: Sendable {
  /// The number of the format, which a checker has to know.
  static var format: Int { 1 }

  let proof: Proof
  let assumptions: Assumptions
  let version: String
  /// What it is for: the invariants of accounts and single steps that were asked for and are proved.
  package let invariants: [Invariant]

  /// Makes the certificate of a proof.
  ///
  /// - Parameters:
  ///   - proof: the proof.
  ///   - assumptions: those that it was made under.
  ///   - version: the version of the tool.
  /// - Throws: a ``CertificateRefusal`` where there is nothing that a certificate could show.
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
    // A row about mailboxes that the policy does not join makes no difference.
    let used = assumptions.used(for: proof.policy, in: proof.environment)
    guard assumptions.excluded.isEmpty, !used.contains(where: { $0.part == .sameMailbox }) else {
      throw .furtherAssumptions
    }
    guard document.labels.isEmpty else { throw .labels }
    guard document.addresses.heldBy == .account else { throw .addressesOfMethods }
    guard proof.environment.reassigned != .during else { throw .passingAddress }
    invariants = proof.verdicts.compactMap { invariant, verdict in
      guard case .proved = verdict, AccessProof.decided.contains(invariant) else { return nil }
      // Of accounts in other pools a step knows nothing.
      return invariant == .oneHolder && !document.pools.isEmpty ? nil : invariant
    }
    guard !invariants.isEmpty else { throw .nothingProved }
  }

  /// The ids of the invariants that certificates can be for.
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

  private func json(of row: Assumptions.Row) -> JSONValue {
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
