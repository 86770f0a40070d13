internal import LinkPolicy

/// A code that stays in a state until somebody follows the mail that brought it.
///
/// Sign-in links and resets are used by the move that asks for them. Purposes that a policy declares
/// are not among the moves at all, which ``UnplayedActions`` says.
enum ClickedCode: UInt8, CaseIterable {
  case verify, change, undo

  /// The clicked code of a purpose; nil for a code that is not clicked.
  init?(_ purpose: CodePurpose) {
    guard let code = Self.allCases.first(where: { $0.purpose == purpose }) else { return nil }
    self = code
  }

  /// What the code was mailed for.
  var purpose: CodePurpose {
    switch self {
    case .verify: .verify
    case .change: .change
    case .undo: .undo
    }
  }

  /// The action that takes it.
  var action: Action {
    switch self {
    case .verify: Action(.verifyEmail)
    case .change: Action(.confirmEmail)
    case .undo: Action(.recoverEmail)
    }
  }

  /// The mail in a sentence.
  var mail: String {
    switch self {
    case .verify: "the verification mail"
    case .change: "the mail that confirms the change"
    case .undo: "the mail that takes the change back"
    }
  }
}
