internal import LinkPolicy

/// What a proof of who one is is for.
enum SignInPurpose: String, CaseIterable, Sendable {
  case signIn = "sign-in"
  case link
  case reauthenticate

  var action: Action {
    switch self {
    case .signIn: .signIn
    case .link: .link
    case .reauthenticate: .reauthenticate
    }
  }

  /// What it is, on the page.
  var title: String {
    switch self {
    case .signIn: "sign in"
    case .link: "add it to my account"
    case .reauthenticate: "prove again who I am"
    }
  }
}
