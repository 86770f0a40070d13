package import LinkPolicy

/// A file that gives the names of one system in the words of another, so that the two can be compared.
///
/// It begins with `map: 1`. What it does not name is matched by its name, where both systems have it.
package struct SystemMap: Sendable {
  /// A name of the old system, and what the new one calls it.
  package struct Pair: Sendable {
    package var names: Sides<Located<Name>>
  }

  /// A provider of the old system, and which one of the new system is meant by it.
  package struct ProviderPair: Sendable {
    package var ids: Sides<Located<Name>>
    /// The only kind for which that holds; nil for all that both offer.
    package var kind: MethodKind?
  }

  /// A claim or a setting with what its values are called.
  package struct ValuedPair: Sendable {
    package var names: Sides<Located<Name>>
    package var values: [Pair]
  }

  /// The key that the file begins with.
  package static let head = "map"

  /// The identity providers, or families of them.
  package let providers: [ProviderPair]
  /// The claims, with the words for their values.
  package let claims: [ValuedPair]
  /// The settings, with their values.
  package let settings: [ValuedPair]
  /// The errors that refusals name.
  package let errors: [Pair]
  /// Where all of it stands.
  package let sources: SourceMap
}
