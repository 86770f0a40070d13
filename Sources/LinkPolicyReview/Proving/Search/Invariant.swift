/// What must hold of every policy, whatever sequence of attempts is made.
package enum Invariant: String, Sendable, CaseIterable {
  case ownMethods = "I1"
  case ownSessions = "I2"
  case oneProver = "I3"
  case aMethod = "I4"
  case oneHolder = "I5"
  case refusalsChangeNothing = "I6"
  case total = "I7"
  case safeLanding = "I8"
  case reachable = "I9"
  case tenants = "I10"
  case enumeration = "I11"
  case repeatable = "I13"

  /// What it says.
  package var statement: String {
    switch self {
    case .ownMethods: "where the owner has proved the address, every way in is the owner's"
    case .ownSessions: "there, no session of anybody else is alive"
    case .oneProver: "no account has two people who proved the address"
    case .aMethod: "whatever a user does, an account keeps a sign-in method"
    case .oneHolder: "at most one account holds the address"
    case .refusalsChangeNothing: "a refusal changes nothing"
    case .total: "every attempt has one answer, by the declared facts alone"
    case .safeLanding: "the owner is never signed in where somebody else can get in"
    case .reachable: "the owner alone gets to the account of the address within 3 steps"
    case .tenants: "accounts of another tenant make no difference, and stay as they are"
    case .enumeration:
      "with enumeration protection, nothing shown tells whether an address is known"
    case .repeatable:
      "the same sign-in twice is the same account, and changes nothing the second time"
    }
  }

  /// Those that are looked for in states and steps of the exploration.
  static var explored: [Invariant] { allCases.filter { $0 != .total } }
}
