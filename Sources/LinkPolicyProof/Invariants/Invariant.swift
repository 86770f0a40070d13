internal import LinkPolicy
package import LinkPolicyAuthoring

/// A statement that must hold for every sequence of attempts: a common invariant, or an invariant that a policy declares.
package enum Invariant: Sendable, Hashable {
  case ownMethods, ownSessions, oneProver, aMethod, oneHolder, refusalsChangeNothing, total
  case safeLanding, reachable, tenants, enumeration, repeatable, ownVerification, allowedLinks
  /// An invariant that the policy declares.
  case declared(Declared)

  /// An invariant that a policy declares.
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

  /// The invariant as a sentence, such as `a refusal changes nothing`.
  package var statement: String {
    switch self {
    case .ownMethods: "where the owner has proved the address, every way in is the owner's"
    case .ownSessions: "where the owner has proved the address, no session of anybody else is alive"
    case .oneProver: "no account has two people who proved the address"
    case .aMethod: "whatever a user does, an account keeps a sign-in method"
    case .oneHolder: "at most one account holds the address"
    case .refusalsChangeNothing: "a refusal changes nothing"
    case .total: "every attempt has one answer, by the declared facts alone"
    case .safeLanding: "the owner is never signed in where somebody else can get in"
    case .reachable: "the owner alone gets to the account of the address within 3 steps"
    case .tenants: "accounts of another tenant make no difference, and stay as they are"
    case .enumeration:
      "under some settings nobody is shown whether an address that he has not proved is known"
    case .repeatable:
      "the same sign-in twice is the same account, and changes nothing the second time"
    case .ownVerification:
      "the address is verified by its owner alone, or by an administrator"
    case .allowedLinks: "a link is mailed only if it leads to an allowed domain"
    case .declared(let declared): declared.statement
    }
  }
}
