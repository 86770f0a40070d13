/// A fact that the caller states with an attempt: a check it has made, or a choice of the person's.
///
/// It is kept as one byte (``StatedValues``), read from JSON under its key, and varied by every tool
/// that makes attempts; nothing but its declaration says so.
package protocol StatedFact: WordFact {
  /// Where it is stated.
  static var carrier: StatedCarrier { get }
  /// Its key there, in requests and vectors; the word of the value under it.
  static var key: Name { get }
  /// Whether attempts of a shape carry it; elsewhere it is unset.
  static func isCarried(by shape: AttemptShape) -> Bool
  /// The value of an attempt that leaves the fact out, or states ``WordFact/unset``, by its kind of sign-in:
  /// ``WordFact/unset`` unless a declaration says otherwise.
  static func unstated(for kind: MethodKind?) -> Value
  /// The value that attempts had in older versions of the engine and no longer have where
  /// ``unstated(for:)`` is another one, and the values that it was divided into; nil unless a declaration says
  /// otherwise.
  ///
  /// A condition that names the old value and not all of the new ones is an error: a guard that was written for an
  /// older version would silently stop refusing.
  static var divided: (old: Value, into: [Value])? { get }
  /// How the story of an attempt tells a value; nil for one that goes without saying.
  static func phrase(of value: Value) -> Name?
  /// What is said of an attempt of an action that states it and does not carry it.
  static func refusal(of action: Name) -> String
}

extension StatedFact {
  package static func unstated(for kind: MethodKind?) -> Value { unset }
  package static var divided: (old: Value, into: [Value])? { nil }
}

/// Where a fact is stated.
package enum StatedCarrier: Sendable, CaseIterable {
  /// In the assertion, beside the subject.
  case assertion
  /// In the attempt itself.
  case attempt
  /// In the attempt's requested link, which has all facts that are stated there or is not there.
  case link
  /// Beside the attempt, in the answers of the look-up.
  case situation
}

/// An action and a kind of sign-in, nil for none: what attempts can be like without a look at what
/// they say.
package struct AttemptShape: Sendable {
  package var action: ActionTraits
  package var kind: MethodKind?

  package init(_ action: ActionDefinition, _ kind: MethodKind?) {
    self.init(action.traits, kind)
  }

  init(_ action: ActionTraits, _ kind: MethodKind?) {
    self.action = action
    self.kind = kind
  }
}
