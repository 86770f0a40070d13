/// The name of an action.
public struct Action: Sendable {
  /// The word for it in a policy.
  public var name: String

  /// Creates an action from its word; the standard ones are properties of this type.
  ///
  /// - Parameter name: the word, such as `sign-in`; an attempt at one that a policy does not decide is
  ///   an ``InputError``.
  public init(_ name: String) {
    self.name = name
  }
}
