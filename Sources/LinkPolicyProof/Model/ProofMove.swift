internal import LinkPolicy

/// One thing that somebody does in the model.
struct ProofMove: Sendable, Equatable {
  /// What is done.
  enum Verb: UInt8, Sendable {
    case signIn, password, signUp, phone, anonymous, mailedLink, reset
    case requestVerification, click, requestEmail, updateEmail
    case link, linkPassword, linkPhone, linkMailed, reauthenticate
    case unlink, updatePassword, delete, markVerified, enrol, reassign
  }

  /// Who does it; an administrator and the world have no name of their own.
  var actor: Actor
  var verb: Verb
  /// What it is done with: the index of an assertable, an address, a code, an account or a method.
  var choice = 0
  /// The index of the session it is done in; -1 for none.
  var session = -1
  /// What is stated with its attempts, where that is not what opens most doors.
  var variant = StatedVariant()

  /// Whether it is a sign-in that can be repeated as it is.
  var isRepeatable: Bool {
    switch verb {
    case .signIn, .password, .phone: true
    case .signUp, .anonymous, .mailedLink, .reset, .requestVerification, .click, .requestEmail,
      .updateEmail, .link, .linkPassword, .linkPhone, .linkMailed, .reauthenticate,
      .unlink, .updatePassword, .delete, .markVerified, .enrol, .reassign:
      false
    }
  }

  /// Whether it is a user's own doing.
  var isUsers: Bool { verb != .markVerified && verb != .reassign }
}
