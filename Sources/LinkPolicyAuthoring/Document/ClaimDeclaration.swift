public import LinkPolicy

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

    /// Creates a word that rows can test in the place of JSON values.
    ///
    /// - Parameters:
    ///   - name: the word, used as a value of the fact `claim.NAME`.
    ///   - values: the JSON values that it stands for, none of which another word of the claim has.
    public init(_ name: Located<Name>, values: [Located<ClaimValue>]) {
      self.name = name
      self.values = values
    }
  }

  /// The claim's name in the assertion.
  public var name: Located<Name>
  /// What rows can test, each with the values it stands for.
  public var words: [Word]

  /// Creates a claim that assertions may carry beside an address.
  ///
  /// - Parameters:
  ///   - name: the claim's name in the assertion, such as `email_verified`.
  ///   - words: its words; `other` and `absent` are always there and not declared.
  public init(_ name: Located<Name>, words: [Word]) {
    self.name = name
    self.words = words
  }
}
