public import LinkPolicy

/// An assertion made of a payload, with an account of what was looked at.
public struct MappedAssertion: Sendable {
  /// What the policy decides about.
  public let assertion: Assertion
  /// What was checked and found right; a nonce that did not come back is said in the assertion instead.
  public let checked: [ClaimsCheck]
  /// What was not checked: the signature always, and what the expectation or the payload gave no means for.
  public let unchecked: [ClaimsCheck]
  /// The claims that were left out as unusable.
  public let notes: [ClaimsNote]
  /// The claims about addresses that the policy does not declare, and therefore does not see.
  public let undeclared: [String]
}
