/// The error for a malformed or contradictory attempt or answer, for which the policy cannot make a decision.
///
/// A refusal by the policy is a ``Decision``, never an input error. Report an input error as an error of the caller,
/// such as HTTP status 400.
public struct InputError: Error, Sendable {
  /// The class of an input error, such as a missing value.
  public enum Reason: UInt8, Sendable {
    /// The policy does not know the action, or has no table for the action and the attempt's kind of method.
    case actionNotOffered
    /// The action does not carry this kind of method, or the provider does not offer the kind.
    case kindNotOffered
    /// The attempt or an answer lacks a required value, such as the subject of a federated assertion.
    case missing
    /// The attempt has a value that attempts of the action must not carry, or the caller answered a question that the
    /// lookup does not ask.
    case unexpected
    /// The text of an e-mail address does not have the form `local@domain`, or is not ASCII.
    case malformedAddress
    /// The attempt or an answer uses a provider, setting, claim, label or other name that the policy does not declare.
    case undeclared
    /// No decision can have issued the ticket: for example, the ticket has a subject, but no provider.
    ///
    /// A stale ticket is not an input error: the engine refuses the attempt instead.
    case malformedTicket
    /// The attempt and the answers, or two of the answers, contradict each other.
    ///
    /// For example, the lookup asks for the account `u1`, but the answer is the account `u2`.
    case contradiction
    /// The caller has not answered a question of the lookup; ``InputError/question`` names the question.
    case unanswered
    /// The answers to a lookup are from different snapshots of the store; read all rows again in one transaction.
    case torn
    /// An id or the value of an identifier has more than 255 bytes.
    ///
    /// The limit applies to a subject, a provider, a tenant and an identifier's value. The limit also applies to the id
    /// of an account, a session, a code or a request.
    case tooLong
  }

  /// The class of the error, such as `missing`.
  public let reason: Reason
  /// A description of the problem in one line, with the offending input in backticks; at most 1,024 bytes.
  public let message: String
  /// The JSON key of the lookup's question that the error concerns, such as `addresses`; nil if the error concerns no
  /// question.
  public let question: String?

  /// Creates an input error, for example for a mistake that the service itself finds in a request.
  ///
  /// - Parameters:
  ///   - reason: the class of the error, such as `missing`.
  ///   - message: a description of the problem in one line, with the offending input in backticks. If the message has
  ///     more than 1,024 bytes, the error contains `…` instead of the message's middle.
  public init(_ reason: Reason, _ message: String) {
    self.init(reason, message, about: nil)
  }

  /// Creates an error that concerns a question of the lookup.
  package init(_ reason: Reason, _ message: String, about question: LookupQuestion?) {
    self.reason = reason
    self.message = message.shortened(to: Self.messageLimit)
    self.question = question?.rawValue
  }

  private static var messageLimit: Int { 1024 }

  /// Creates the error for an account that occurs twice in the answers, with different values.
  init(torn account: Account) {
    self.init(
      .torn,
      "account `" + account.id
        + "` is given twice, with different rows; look up the account once, in one snapshot")
  }
}

/// The maximum length of ids, such as subjects, tenants and the ids of accounts and sessions.
///
/// Stores index these ids, and therefore need a limit. OpenID Connect Core 1.0, section 2, also limits a `sub` to 255
/// characters.
package enum IdentifierLength {
  /// The maximum length of an id in UTF-8 bytes.
  package static var limit: Int { 255 }

  /// Throws an error if an id is too long; the message does not repeat the long id.
  ///
  /// - Parameters:
  ///   - identifier: the id to check; nil for a missing id, which is never too long.
  ///   - name: the name of the id in the message, such as `the subject`.
  ///   - question: the question of the lookup that the error concerns; nil for an error about the attempt.
  /// - Throws: an ``InputError`` with the reason `tooLong` if the id has more than 255 bytes.
  package static func check(
    _ identifier: String?, _ name: @autoclosure () -> String, about question: LookupQuestion? = nil
  ) throws(InputError) {
    guard let count = identifier?.utf8.count, count > limit else { return }
    throw InputError(
      .tooLong,
      name() + " has " + String(count) + " bytes, and an identifier has at most " + String(limit)
        + "; use a shorter identifier, such as a digest", about: question)
  }
}
