/// A JSON value as a claim carries it, or as a policy lists it.
public enum ClaimValue: Sendable, Hashable {
  /// `true` or `false`.
  case boolean(Bool)
  /// A string, by its bytes.
  case string(Name)
  /// A number, by its text.
  case number(Name)
  /// `null`.
  case null

  /// A string claim.
  public static func string(_ text: String) -> ClaimValue { .string(Name(text)) }
}

/// A claim about an address, and which JSON values stand for which word.
///
/// A value that no word lists is `other`; a claim that is not there is `absent`.
public struct ClaimDeclaration: Sendable {
  /// One word and the JSON values that stand for it.
  public struct Word: Sendable {
    /// The word, used as a value of the fact `claim.NAME`.
    public var name: Located<Name>
    /// The JSON values.
    public var values: [Located<ClaimValue>]

    /// Creates a word.
    public init(_ name: Located<Name>, values: [Located<ClaimValue>]) {
      self.name = name
      self.values = values
    }
  }

  /// The claim's name in the assertion.
  public var name: Located<Name>
  /// The words.
  public var words: [Word]

  /// Creates a claim.
  public init(_ name: Located<Name>, words: [Word]) {
    self.name = name
    self.words = words
  }
}
