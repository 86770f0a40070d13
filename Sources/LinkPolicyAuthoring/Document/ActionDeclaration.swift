public import LinkPolicy

/// An action that the policy adds to the standard actions, such as `account-purged`.
public struct ActionDeclaration: Sendable {
  /// The name of the action in tables, guards and attempts.
  public var name: Located<Name>
  /// The source of the account to which an attempt points: a credential, session, code or target.
  public var pointsTo: PointsTo
  /// The kinds of method that attempts of the action can carry; empty if attempts carry no method.
  public var kinds: [Located<Name>]
  /// When attempts of the action carry an address: never, optionally, always, or depending on the kind of method.
  ///
  /// By default, the kind of method determines whether an attempt carries an address, and attempts of an action
  /// without kinds carry no address.
  public var address: AddressPresence
  /// The purpose of the codes that attempts of the action carry; nil if the attempts carry no code.
  public var takes: Located<Name>?
  /// The party that performs the action, such as an administrator.
  ///
  /// Only `prove` considers the party; decisions are the same for every party.
  public var performer: Party
  /// The party that performs the action if the policy names no party.
  package var impliedPerformer: Party { pointsTo == .target ? .administrator : .anybody }

  /// Creates an action in addition to the standard actions.
  ///
  /// - Parameters:
  ///   - name: the name of the action, different from all standard actions.
  ///   - pointsTo: the source of the account to which an attempt points.
  ///   - kinds: the kinds of method that attempts can carry; empty if attempts carry no method.
  ///   - address: when attempts of the action carry an address. If nil, the kind of method determines whether an
  ///     attempt carries an address, and attempts of an action without kinds carry no address.
  ///   - takes: the purpose of the codes that the action accepts; nil if its attempts carry no code.
  ///   - performer: the party that performs the action. If nil, an administrator performs an action that points to a
  ///     target, and anybody performs any other action.
  public init(
    _ name: Located<Name>, pointsTo: PointsTo, kinds: [Located<Name>] = [],
    address: AddressPresence? = nil, takes: Located<Name>? = nil, performer: Party? = nil
  ) {
    self.name = name
    self.pointsTo = pointsTo
    self.kinds = kinds
    self.address = address ?? (kinds.isEmpty ? .none : .byKind)
    self.takes = takes
    self.performer = .anybody
    self.performer = performer ?? impliedPerformer
  }
}

/// The party that supplies an input or performs an action.
///
/// Decisions do not depend on the party. `prove` does not hold a user responsible for an act of an administrator, the
/// service or a provider.
public enum Party: Sendable, CaseIterable {
  /// Any person who makes the attempt.
  case anybody
  /// The person who has the session.
  case session
  /// The identity provider, through a statement about a person's account at the provider.
  case provider
  /// The service, through a check or hook of the service.
  case service
  /// An administrator of the service.
  case administrator

  /// The word for the party in a policy, such as `service`.
  package var word: Name {
    switch self {
    case .anybody: "anybody"
    case .session: "session"
    case .provider: "provider"
    case .service: "service"
    case .administrator: "administrator"
    }
  }

  /// Whether a user of the service is responsible for the acts of the party.
  package var isUser: Bool {
    switch self {
    case .anybody, .session: true
    case .provider, .service, .administrator: false
    }
  }
}

/// A fact whose value the attempt states, such as the result of a service's check or a choice of the person.
public struct InputDeclaration: Sendable {
  /// The name, such as `captcha`, which rows test as the fact `input.captcha`.
  public var name: Located<Name>
  /// The words that an attempt can state, beginning with the least permissive word.
  ///
  /// An attempt that omits an optional input has the first value.
  public var values: [Located<Name>]
  /// The party that supplies the value, such as the service.
  ///
  /// Only `prove` considers the party; decisions are the same for every party.
  public var supplier: Party
  /// Whether an attempt that omits the input is an error.
  public var isRequired: Bool
  /// Whether an attempt that redeems a ticket may state another value than the refused attempt.
  public var isRetry: Bool
  /// Whether the input states the second factor that the person showed.
  ///
  /// A value other than the first is an input error if the account that the attempt points to has no second factor.
  public var isFactor: Bool

  /// Creates an input that attempts state and rows can test as a fact.
  ///
  /// - Parameters:
  ///   - name: the name, used as the fact `input.NAME`.
  ///   - values: the values, at least one, beginning with the least permissive value.
  ///   - supplier: the party that supplies the value.
  ///   - isRequired: whether an attempt that omits the input is an error.
  ///   - isRetry: whether an attempt that redeems a ticket may state another value.
  ///   - isFactor: whether the input states the second factor that the person showed.
  public init(
    _ name: Located<Name>, values: [Located<Name>], supplier: Party = .anybody,
    isRequired: Bool = false, isRetry: Bool = false, isFactor: Bool = false
  ) {
    self.name = name
    self.values = values
    self.supplier = supplier
    self.isRequired = isRequired
    self.isRetry = isRetry
    self.isFactor = isFactor
  }
}

/// A named group of actions, such as `by-session`, for the `action` condition of guards.
public struct ActionGroupDeclaration: Sendable {
  /// The word that conditions use for all actions of the group.
  public var name: Located<Name>
  /// The names of the member actions, such as `link` and `unlink`.
  public var actions: [Located<Name>]

  /// Creates a group that guards can name instead of the member actions.
  ///
  /// - Parameters:
  ///   - name: the name of the group in guards.
  ///   - actions: the names of the member actions.
  public init(_ name: Located<Name>, actions: [Located<Name>]) {
    self.name = name
    self.actions = actions
  }
}

/// A switch that a project, tenant or provider can set, such as `email-enumeration-protection`.
public struct SettingDeclaration: Sendable {
  /// The name, such as `client-create`, which rows test as the fact `setting.client-create`.
  public var name: Located<Name>
  /// The values; the first value is the default.
  public var values: [Located<Name>]
  /// Whether the setting may differ from provider to provider.
  public var isPerProvider: Bool

  /// Creates a setting that rows can test as a fact.
  ///
  /// - Parameters:
  ///   - name: the name, used as the fact `setting.NAME`.
  ///   - values: the values, at least one, the default first.
  ///   - isPerProvider: whether the setting may differ from provider to provider.
  public init(_ name: Located<Name>, values: [Located<Name>], isPerProvider: Bool = false) {
    self.name = name
    self.values = values
    self.isPerProvider = isPerProvider
  }
}

extension InputDeclaration {
  /// Whether the input is marked `required` or `factor`.
  ///
  /// An attempt that omits a required input, or states a factor that the account lacks, is an input error.
  package var rejects: Bool { isRequired || isFactor }

  /// The words `required`, `retry` and `factor` that apply to the input, each after `; `; empty if none applies.
  ///
  /// Append the text to a description of the input.
  package var marks: String {
    (isRequired ? "; required" : "") + (isRetry ? "; retry" : "") + (isFactor ? "; factor" : "")
  }
}
