internal import LinkPolicy

/// The purpose of a proof of identity.
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

  /// The label of the purpose on the page.
  var title: String {
    switch self {
    case .signIn: "sign in"
    case .link: "add it to my account"
    case .reauthenticate: "prove again who I am"
    }
  }
}
