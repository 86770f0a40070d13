/// A named set of e-mail domains.
///
/// Names are exact and ASCII case folded; `*.x` stands for every domain below `x`, where written.
/// The sets of a policy are disjoint; where patterns nest, the longest wins.
public struct DomainDeclaration: Sendable {
  /// The name of the set.
  public var name: Located<Name>
  /// The domains and patterns.
  public var domains: [Located<Name>]
  /// Whether addresses here are relays that hide the person's own.
  public var isRelay: Bool

  /// Creates a domain set.
  public init(_ name: Located<Name>, domains: [Located<Name>], isRelay: Bool = false) {
    self.name = name
    self.domains = domains
    self.isRelay = isRelay
  }
}
