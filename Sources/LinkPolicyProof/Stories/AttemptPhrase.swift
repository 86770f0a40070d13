internal import LinkPolicy

/// The words for an action in a sentence about an attempt.
///
/// A phrase consists of the verb, the provider and the addresses. The provider and each address follow a preposition:
/// `signs in`, `with google.com`, `as ana@example.com`.
struct AttemptPhrase {
  private let verb: String
  /// The text between the verb and the provider, such as `with`.
  private let beforeProvider: String
  /// The text before each address, such as `for`.
  private let beforeAddress: String

  private init(verb: String, provider: String = " with ", address: String = " for ") {
    self.verb = verb
    beforeProvider = provider
    beforeAddress = address
  }

  /// Creates the words for an action.
  ///
  /// For an action that the policy declares, the words contain the action's name.
  init(_ action: String) {
    guard let standard = StandardAction.allCases.first(where: { $0.name == Name(action) }) else {
      self.init(verb: "attempts `" + action + "`")
      return
    }
    self =
      switch standard {
      case .signIn: Self(verb: "signs in", address: " as ")
      case .signUp: Self(verb: "signs up", address: " as ")
      case .link: Self(verb: "links", provider: " ", address: " as ")
      case .unlink: Self(verb: "unlinks", provider: " ")
      case .reauthenticate: Self(verb: "signs in again", address: " as ")
      case .updateProfile: Self(verb: "changes the profile")
      case .updateEmail: Self(verb: "changes the address", address: " to ")
      case .requestEmail: Self(verb: "requests a change of the address", address: " to ")
      case .confirmEmail: Self(verb: "confirms a change of the address", address: " to ")
      case .recoverEmail: Self(verb: "restores the previous address", address: " to ")
      case .requestVerification: Self(verb: "requests a mail that verifies the address")
      case .verifyEmail: Self(verb: "verifies the address", address: " ")
      case .sendLink: Self(verb: "requests a sign-in link")
      case .updatePassword: Self(verb: "changes the password")
      case .requestReset: Self(verb: "requests a password reset")
      case .resetPassword: Self(verb: "resets the password")
      case .delete: Self(verb: "deletes the account")
      case .refresh: Self(verb: "refreshes the tokens")
      case .reload: Self(verb: "reloads the account")
      case .signOut: Self(verb: "signs out")
      case .signInMethods: Self(verb: "asks for the sign-in methods", address: " of ")
      case .adminCreate: Self(verb: "creates an account")
      case .adminDelete: Self(verb: "deletes an account")
      case .adminAttach: Self(verb: "adds", provider: " ", address: " as ")
      case .markVerified: Self(verb: "marks the address as verified")
      case .markUnverified: Self(verb: "marks the address as unverified")
      case .disable: Self(verb: "disables an account")
      case .enable: Self(verb: "enables an account")
      }
  }

  /// Returns the words for an attempt, such as `signs in with google.com as ana@example.com`.
  ///
  /// - Parameters:
  ///   - attempt: the attempt, which states the provider and the addresses.
  ///   - subject: the asserted subject; nil if the sentence names no subject.
  /// - Returns: the verb with the provider and the addresses.
  func text(of attempt: Attempt, subject: String? = nil) -> String {
    var text = verb
    if let provider = attempt.assertion?.provider {
      text += beforeProvider + provider
    }
    if let subject {
      text += " (subject " + subject + ")"
    }
    let asserted = attempt.assertion?.addresses.map { $0.email } ?? []
    for address in asserted + [attempt.address].compactMap({ $0 }) {
      text += beforeAddress + address
    }
    return text
  }
}
