// What a store answers to the questions of a look-up: the rows that it has, or that it has none. None of
// these has a default, so that nothing counts as not there which nobody looked for.
extension Lookup {
  /// Who holds the credential.
  public enum CredentialAnswer: Sendable {
    /// The look-up does not ask.
    case notAsked
    /// Neither an account that is there nor one that is gone.
    case nobody
    /// An account did that is gone.
    case gone
    /// The holder, as the store has it in this snapshot.
    case account(Account)
  }

  /// What the store has under the id of the session.
  public enum SessionAnswer: Sendable {
    /// The look-up does not ask.
    case notAsked
    /// There is none with this id.
    case unknown
    /// The stored row; whether it still counts is the engine's to say.
    case row(SessionRow)
  }

  /// The account that an administrator names.
  public enum TargetAnswer: Sendable {
    /// The look-up does not ask.
    case notAsked
    /// There is none with this id.
    case unknown
    /// The one with this id, as the store has it in this snapshot.
    case account(Account)
  }

  /// What the store has under the id of the code.
  public enum CodeAnswer: Sendable {
    /// The look-up does not ask.
    case notAsked
    /// There is none, or it was cancelled.
    case unknown
    /// The stored row; whether it still counts is the engine's to say.
    case row(CodeRow)
  }

  /// Whether the method that the attempt carries is switched on.
  public enum MethodAnswer: Sendable {
    /// The look-up does not ask.
    case notAsked
    /// The service lets people sign in by it.
    case enabled
    /// The service has switched it off.
    case disabled
  }

  package typealias Question = LookupQuestion
}

extension Lookup.MethodAnswer {
  /// What is stated by it.
  var stated: StatedValues {
    var stated = StatedValues()
    switch self {
    case .notAsked: break
    case .enabled: stated[MethodFact.self] = .enabled
    case .disabled: stated[MethodFact.self] = .disabled
    }
    return stated
  }
}
