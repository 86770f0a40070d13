/// A fact that is read from what was found: accounts, sessions, codes.
package protocol FoundFact: WordFact {
  /// Whether it depends on methods of the account beside those of the attempt's own provider.
  static var looksAtFurtherMethods: Bool { get }
  /// Whether it is about the assertion and the code that came with it, and not about accounts; only then
  /// `proof` may test it. Not so unless a declaration says so.
  static var isAboutAssertion: Bool { get }
  /// Reads it; assumes that the reader has worked out the address and the account pointed to.
  ///
  /// - Throws: an ``InputError`` where what the caller says contradicts it.
  static func read(_ reader: FactReader) throws(InputError) -> Value
  /// The values it can have around accounts for which it was read as `value`.
  ///
  /// Representative accounts vary in what facts relate; what nothing else depends on, such as
  /// whether an account is disabled, they leave alone and this adds.
  static func values(whereRead value: Value) -> [Value]
}

/// A fact that the caller states where accounts have something to check it against.
///
/// Its ``FoundFact/read(_:)`` says where that is; elsewhere it is unset, whatever is stated.
package protocol CheckedFact: StatedFact, FoundFact {}

extension FoundFact {
  package static var isAboutAssertion: Bool { false }
}
