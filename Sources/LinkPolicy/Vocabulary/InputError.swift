/// The error for an attempt or a store's answers that are malformed or contradictory, so that the
/// policy cannot decide.
///
/// A refusal by the policy is a ``Decision``, never an error. Report an input error as an error of
/// the caller, such as HTTP status 400.
public struct InputError: Error, Sendable {
  /// The class of an input error.
  public enum Reason: UInt8, Sendable {
    /// The policy does not know or does not decide the action.
    case actionNotOffered
    /// The action does not carry this kind, or the provider does not offer it.
    case kindNotOffered
    /// A required part of the attempt is missing.
    case missing
    /// The attempt has a part that it must not have.
    case unexpected
    /// The text of an e-mail address does not have the form `local@domain`, or is not ASCII.
    case malformedAddress
    /// A setting, setting value, claim or label is not declared.
    case undeclared
    /// No decision can have issued the ticket. A ticket that is merely outdated is a refusal instead.
    case malformedTicket
    /// The attempt and the answers, or two of the answers, contradict each other.
    case contradiction
    /// A question of the lookup has no answer; ``InputError/question`` names it.
    case unanswered
    /// The answers to a lookup are from different moments; repeat the lookup in one transaction or snapshot.
    case torn
    /// An identifier has more than 255 bytes.
    ///
    /// Identifiers are a subject, a provider, a tenant, and the id of an account, a session, a code or a
    /// request.
    case tooLong
  }

  /// The class of the error.
  public let reason: Reason
  /// A description of the problem in one line, with the offending input in backticks; at most 1,024 bytes.
  public let message: String
  /// The question of the lookup that the error is about, by its key in JSON, such as `addresses`; nil for any
  /// other error.
  public let question: String?

  /// Creates an error of the caller, such as one that a service finds in a request.
  ///
  /// - Parameters:
  ///   - reason: the class of the error.
  ///   - message: a description of the problem in one line, with the offending input in backticks. The middle
  ///     of a message of more than 1,024 bytes is removed.
  public init(_ reason: Reason, _ message: String) {
    self.init(reason, message, about: nil)
  }

  /// Creates an error about a question of the lookup.
  package init(_ reason: Reason, _ message: String, about question: LookupQuestion?) {
    self.reason = reason
    self.message = message.shortened(to: Self.messageLimit)
    self.question = question?.rawValue
  }

  private static var messageLimit: Int { 1024 }

  /// Creates the error for an account that the answers contain in two versions.
  init(torn account: Account) {
    self.init(
      .torn,
      "account `" + account.id + "` is given twice, not alike; look it up once, in one snapshot")
  }
}

/// The maximum length of an identifier: a subject, a provider, a tenant, or the id of an account, a session,
/// a code or a request.
///
/// Stores index these identifiers. OpenID Connect Core 1.0, section 2, also limits a `sub` to 255 characters.
package enum IdentifierLength {
  /// The maximum number of UTF-8 bytes.
  package static var limit: Int { 255 }

  /// Throws if an identifier is too long; the message does not repeat the identifier.
  ///
  /// - Parameters:
  ///   - identifier: the identifier, or nil for none.
  ///   - name: its name in the message, such as `the subject`.
  ///   - question: the question of the lookup that it belongs to; nil for none.
  /// - Throws: an ``InputError`` with the reason `tooLong`.
  package static func check(
    _ identifier: String?, _ name: @autoclosure () -> String, about question: LookupQuestion? = nil
  ) throws(InputError) {
    guard let count = identifier?.utf8.count, count > limit else { return }
    throw InputError(
      .tooLong,
      name() + " has " + String(count) + " bytes, and an identifier has at most " + String(limit)
        + "; use a shorter one, such as a digest of it", about: question)
  }
}
