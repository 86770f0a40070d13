package import LinkPolicy

extension StandardAction {
  /// A short description of the action for the documentation.
  package var meaning: Name {
    switch self {
    case .signIn: "signs a person in"
    case .signUp: "creates an account with a password"
    case .link: "adds a method to the session's account"
    case .unlink: "removes a method from the session's account"
    case .reauthenticate: "proves the person's identity again"
    case .updateProfile: "changes the account's name or photo"
    case .updateEmail: "changes the account's address without a mailed code"
    case .requestEmail: "requests a mail to confirm a new address"
    case .confirmEmail: "confirms the new address by a mailed code"
    case .recoverEmail: "undoes an address change by a mailed code"
    case .requestVerification: "requests a mail to verify the address"
    case .verifyEmail: "verifies the address by a mailed code"
    case .sendLink: "requests a sign-in link by mail"
    case .updatePassword: "changes the account's password"
    case .requestReset: "requests a mail to reset the password"
    case .resetPassword: "sets a new password by a mailed code"
    case .delete: "deletes the session's account"
    case .refresh: "requests new tokens"
    case .reload: "reads the session's account again"
    case .signOut: "ends the session"
    case .signInMethods: "asks which methods an address has"
    case .adminCreate: "creates an account for somebody"
    case .adminDelete: "deletes somebody's account"
    case .adminAttach: "adds a method to somebody's account"
    case .markVerified: "marks somebody's address verified"
    case .markUnverified: "marks somebody's address unverified"
    case .disable: "disables somebody's account"
    case .enable: "enables a disabled account"
    }
  }
}
