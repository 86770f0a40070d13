/// A finite label that the policy puts on accounts or methods.
public struct LabelDeclaration: Sendable {
  /// What carries a label.
  public enum Bearer: UInt8, Sendable {
    /// The whole account, by whatever method somebody signs in.
    case account
    /// The account's method of the attempt's provider and kind.
    case method
  }

  /// The name, used as the fact `label.NAME`.
  public var name: Located<Name>
  /// The values; the first is what a new account or method has.
  public var values: [Located<Name>]
  /// What carries it.
  public var bearer: Bearer

  /// Creates a label that effects set and rows can test.
  ///
  /// - Parameters:
  ///   - name: the name, used as the fact `label.NAME`.
  ///   - values: the values, at least one; the first is what a new account or method has.
  ///   - bearer: whether accounts carry it or methods do.
  public init(_ name: Located<Name>, values: [Located<Name>], bearer: Bearer = .account) {
    self.name = name
    self.values = values
    self.bearer = bearer
  }
}
