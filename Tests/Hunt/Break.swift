/// Something that must never be so, by the ids that `prove` has for them.
enum Break: Int, CaseIterable {
  /// The owner has proved his address at an account, and the attacker has a way in.
  case foreignMethod
  /// The owner has proved his address at an account, and the attacker has a session there.
  case foreignSession
  /// An account is left without any method.
  case noMethod
  /// A refusal has changed something.
  case refusalWrites
  /// The owner is signed in where the attacker has a way in or a session.
  case unsafeLanding

  /// The invariant's id.
  var id: String {
    switch self {
    case .foreignMethod: "I1"
    case .foreignSession: "I2"
    case .noMethod: "I4"
    case .refusalWrites: "I6"
    case .unsafeLanding: "I8"
    }
  }

  /// What has happened.
  var meaning: String {
    switch self {
    case .foreignMethod: "the owner has proved his address where the attacker can sign in"
    case .foreignSession: "the owner has proved his address where the attacker is signed in"
    case .noMethod: "an account has no sign-in method"
    case .refusalWrites: "a refusal changed something"
    case .unsafeLanding: "the owner is signed in where the attacker can get in"
    }
  }
}
