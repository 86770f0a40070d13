internal import LinkPolicy
package import LinkPolicyAuthoring

/// A statement that must hold for every sequence of attempts: a common invariant, or an invariant that a policy
/// declares.
package enum Invariant: Sendable, Hashable {
  case ownMethods, ownSessions, oneProver, aMethod, oneHolder, refusalsChangeNothing, total
  case safeLanding, reachable, tenants, enumeration, repeatable, ownVerification, allowedLinks
  /// An invariant that the policy declares.
  case declared(Declared)

  /// An invariant that a policy declares: no attempt with the given facts results in the forbidden answers.
  package struct Declared: Sendable, Hashable {
    /// The index of the invariant among the invariants that the policy declares.
    let place: Int
    let id: String
    let statement: String

    init(_ place: Int, of policy: CompiledPolicy) {
      self.place = place
      let declared = policy.document.invariants[place]
      id = declared.id.value.text
      let facts = declared.conditions.map { condition in
        let values = condition.values.map { $0.value.text }.joined(separator: " or ")
        return condition.fact.value.text + (condition.isNegated ? " not " : " ") + values
      }
      let never = declared.never.map { $0.value.text }.joined(separator: " or ")
      statement =
        "no attempt " + (facts.isEmpty ? "" : "with " + facts.joined(separator: ", ") + " ")
        + "results in " + never
    }

    package static func == (a: Self, b: Self) -> Bool { a.place == b.place }

    package func hash(into hasher: inout Hasher) { hasher.combine(place) }
  }

  /// The common invariants, in the order of their numbers.
  package static var common: [Invariant] {
    [
      .ownMethods, .ownSessions, .oneProver, .aMethod, .oneHolder, .refusalsChangeNothing, .total,
      .safeLanding, .reachable, .tenants, .enumeration, .repeatable, .ownVerification,
      .allowedLinks,
    ]
  }

  /// Returns the common invariants, followed by the invariants that the policy declares.
  package static func all(of policy: CompiledPolicy) -> [Invariant] {
    common + policy.document.invariants.indices.map { .declared(Declared($0, of: policy)) }
  }

  /// The number of a common invariant, such as `I1`, or the id of a declared invariant.
  package var id: String {
    switch self {
    case .ownMethods: "I1"
    case .ownSessions: "I2"
    case .oneProver: "I3"
    case .aMethod: "I4"
    case .oneHolder: "I5"
    case .refusalsChangeNothing: "I6"
    case .total: "I7"
    case .safeLanding: "I8"
    case .reachable: "I9"
    case .tenants: "I10"
    case .enumeration: "I11"
    case .repeatable: "I13"
    case .ownVerification: "I14"
    case .allowedLinks: "I15"
    case .declared(let declared): declared.id
    }
  }

  /// The invariant as a sentence, such as `a refused attempt changes nothing`.
  package var statement: String {
    switch self {
    case .ownMethods: "if the owner has proved the address, nobody else can sign in to the account"
    case .ownSessions:
      "if the owner has proved the address, nobody else has a session in the account"
    case .oneProver: "no two people have proved the address of one account"
    case .aMethod: "no attempt of a user leaves an account without a sign-in method"
    case .oneHolder: "no two accounts have the same address"
    case .refusalsChangeNothing: "a refused attempt changes nothing"
    case .total: "each attempt has exactly one answer, which depends only on declared facts"
    case .safeLanding: "the owner is never signed in to an account that somebody else can enter"
    case .reachable:
      "the owner of an address can reach the account without help, in at most 3 steps"
    case .tenants:
      "no attempt changes or depends on an account of another tenant"
    case .enumeration:
      "under at least one combination of settings, only a person who proved an address can learn whether the address has an account"
    case .repeatable:
      "a sign-in repeated immediately reaches the same account and changes only sessions"
    case .ownVerification:
      "only the owner of an address or an administrator marks the address as verified"
    case .allowedLinks: "every link that the service mails leads to an allowed domain"
    case .declared(let declared): declared.statement
    }
  }
}
