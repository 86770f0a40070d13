/// Why an attempt or situation cannot be decided at all: it is malformed or contradicts itself.
///
/// This is never the answer of a policy; a service should treat it as a fault of the caller.
public struct InputError: Error, Sendable {
  /// The kind of fault.
  public enum Reason: UInt8, Sendable {
    /// The policy neither knows nor decides the action.
    case actionNotOffered
    /// The action does not carry this kind, or the provider does not offer it.
    case kindNotOffered
    /// Something that this attempt must carry is missing.
    case missing
    /// Something that this attempt cannot carry is there.
    case unexpected
    /// What stands for an e-mail address is not of the form `local@domain`, or not in ASCII.
    case malformedAddress
    /// A setting, setting value, claim or label is not declared.
    case undeclared
    /// The ticket is one that no decision hands out; one that no longer fits is refused by the policy.
    case malformedTicket
    /// The parts of the situation contradict each other.
    case contradiction
    /// A question of the look-up has no answer; ``InputError/question`` names it.
    case unanswered
    /// The answers to a look-up are not of one moment: look up again, in one transaction or snapshot.
    case torn
    /// An identifier has more than 255 bytes: a subject, a provider, a tenant, or the id of an account, a session, a code or a
    /// request.
    case tooLong
  }

  /// The kind of fault.
  public let reason: Reason
  /// What is wrong, in one line, with the offending input in backticks; at most 1,024 bytes.
  public let message: String
  /// The question of the look-up that it is about, by its key in JSON, such as `addresses`; nil for an
  /// error that is about none.
  public let question: String?

  /// Creates the fault of a caller, such as a service finds in what it was sent.
  ///
  /// - Parameters:
  ///   - reason: the kind of fault.
  ///   - message: what is wrong, in one line, with the offending input in backticks; the middle of a message of more than 1,024
  ///     bytes is cut out.
  public init(_ reason: Reason, _ message: String) {
    self.init(reason, message, about: nil)
  }

  /// Creates an error about a question of the look-up.
  package init(_ reason: Reason, _ message: String, about question: LookupQuestion?) {
    self.reason = reason
    self.message = message.shortened(to: Self.messageLimit)
    self.question = question?.rawValue
  }

  private static var messageLimit: Int { 1024 }

  /// Creates the error for an account of which two moments are among the answers.
  init(torn account: Account) {
    self.init(
      .torn,
      "account `" + account.id + "` is given twice, not alike; look it up once, in one snapshot")
  }
}
