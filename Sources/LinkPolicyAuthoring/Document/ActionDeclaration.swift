public import LinkPolicy

/// An action that the policy adds to the standard ones.
public struct ActionDeclaration: Sendable {
  /// The name of the action in tables, guards and attempts.
  public var name: Located<Name>
  /// The way in which an attempt identifies the account.
  public var pointsTo: PointsTo
  /// The kinds of sign-in that attempts of the action can carry; empty for none.
  public var kinds: [Located<Name>]
  /// Whether attempts carry an address; the default depends on the kind of sign-in, and is never
  /// for an action without kinds.
  public var address: AddressPresence
  /// The purpose that a code must have been sent for; nil if attempts of the action carry no code.
  public var takes: Located<Name>?

  /// Creates an action in addition to the standard ones.
  ///
  /// - Parameters:
  ///   - name: the name of the action, different from all standard actions.
  ///   - pointsTo: the way in which an attempt identifies its account.
  ///   - kinds: the kinds of sign-in that attempts can carry; empty for none.
  ///   - address: the condition under which attempts carry an address; nil to depend on the kind if the action has
  ///     kinds, and for never otherwise.
  ///   - takes: the purpose of the codes that the action accepts; nil if its attempts carry no code.
  public init(
    _ name: Located<Name>, pointsTo: PointsTo, kinds: [Located<Name>] = [],
    address: AddressPresence? = nil, takes: Located<Name>? = nil
  ) {
    self.name = name
    self.pointsTo = pointsTo
    self.kinds = kinds
    self.address = address ?? (kinds.isEmpty ? .none : .byKind)
    self.takes = takes
  }
}

/// A named group of actions, for the `action` condition of guards.
public struct ActionGroupDeclaration: Sendable {
  /// The word that conditions use for all actions of the group.
  public var name: Located<Name>
  /// The names of the member actions.
  public var actions: [Located<Name>]

  /// Creates a group that guards can name instead of its members.
  ///
  /// - Parameters:
  ///   - name: the name of the group in guards.
  ///   - actions: the names of the member actions.
  public init(_ name: Located<Name>, actions: [Located<Name>]) {
    self.name = name
    self.actions = actions
  }
}

/// A switch that a project, tenant or provider can set.
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
