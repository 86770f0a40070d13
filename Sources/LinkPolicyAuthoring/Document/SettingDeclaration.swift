public import LinkPolicy

/// Something a project, tenant or provider sets.
public struct SettingDeclaration: Sendable {
  /// The name, used as the fact `setting.NAME`.
  public var name: Located<Name>
  /// The values; the first is the default.
  public var values: [Located<Name>]
  /// Whether the setting may differ from provider to provider.
  public var isPerProvider: Bool

  /// Creates a setting that rows can test as a fact.
  ///
  /// - Parameters:
  ///   - name: the name, used as the fact `setting.NAME`.
  ///   - values: the values, at least one, the default first.
  ///   - isPerProvider: whether it may differ from provider to provider.
  public init(_ name: Located<Name>, values: [Located<Name>], isPerProvider: Bool = false) {
    self.name = name
    self.values = values
    self.isPerProvider = isPerProvider
  }
}
