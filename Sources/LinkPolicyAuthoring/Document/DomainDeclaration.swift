public import LinkPolicy

/// A named set of e-mail domains.
///
/// Names are exact and ASCII case folded; `*.x` stands for every domain below `x`, where written.
/// The sets of a policy are disjoint; where patterns nest, the longest wins.
public struct DomainDeclaration: Sendable {
  /// The value of the fact `domain` for addresses under it.
  public var name: Located<Name>
  /// The domains and patterns.
  public var domains: [Located<Name>]
  /// Whether addresses here are relays that hide the person's own.
  public var isRelay: Bool

  /// Creates a set from exact names and patterns.
  ///
  /// - Parameters:
  ///   - name: the name, used as a value of the fact `domain`.
  ///   - domains: domains in ASCII, such as `gmail.com`; `*.x` stands for every one below `x`.
  ///   - isRelay: whether addresses here are relays that hide the person's own.
  public init(_ name: Located<Name>, domains: [Located<Name>], isRelay: Bool = false) {
    self.name = name
    self.domains = domains
    self.isRelay = isRelay
  }
}
