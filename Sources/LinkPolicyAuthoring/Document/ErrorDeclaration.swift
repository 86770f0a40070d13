public import LinkPolicy

/// A refusal: the remedy it asks for, what it may tell, and each platform's name for it.
public struct ErrorDeclaration: Sendable {
  /// The error's name in the policy.
  public var name: Located<Name>
  /// The remedy, if there is one.
  public var ask: Located<Name>?
  /// What may be told.
  public var tell: [Located<Name>]
  /// The names by platform, in the order written.
  public var names: [(platform: Located<Name>, name: Located<Name>)]

  /// Creates an error without remedy, told facts or platform names.
  ///
  /// - Parameter name: the word by which rows refuse with it.
  public init(_ name: Located<Name>) {
    self.name = name
    tell = []
    names = []
  }
}

/// A document that statements are cited from.
public struct SourceDeclaration: Sendable {
  /// The short name.
  public var name: Located<Name>
  /// What the document calls itself.
  public var title: Name
  /// The address.
  public var url: Name

  /// Creates an entry for a document that rows cite.
  ///
  /// - Parameters:
  ///   - name: the short name that stands in the policy.
  ///   - title: what the document calls itself.
  ///   - url: the address at which it can be read.
  public init(_ name: Located<Name>, title: Name, url: Name) {
    self.name = name
    self.title = title
    self.url = url
  }
}
