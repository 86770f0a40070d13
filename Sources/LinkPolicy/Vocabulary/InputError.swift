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
    /// An address is malformed.
    case malformedAddress
    /// A setting, setting value, claim or label is not declared.
    case undeclared
    /// The ticket is of another policy, or about another credential, address or account.
    case foreignTicket
    /// The parts of the situation contradict each other.
    case contradiction
  }

  /// The kind of fault.
  public let reason: Reason
  /// What is wrong, in one line, with the offending input in backticks.
  public let message: String

  /// Creates an error.
  public init(_ reason: Reason, _ message: String) {
    self.reason = reason
    self.message = message
  }
}
