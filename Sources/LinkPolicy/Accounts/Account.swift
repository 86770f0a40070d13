/// A stored user of the service: sign-in methods, e-mail address, state, labels, profile and version.
///
/// Copying an account is cheap, because the copies share one storage until one of them changes.
public struct Account: Sendable {
  /// The state of an account: active, or disabled, for example by an administrator.
  public enum State: UInt8, Sendable {
    /// The account is not disabled; the policy decides who may sign in to the account.
    case active
    /// The account is disabled, for example by an administrator or a directory.
    case disabled
  }

  struct AccountFields: Sendable {
    var id: String
    var email: String?
    var isEmailVerified: Bool = false
    var methods: [Method] = []
    var labels: [(name: String, value: String)] = []
    /// The account's identifiers, such as a user name; nil until the service states the identifiers.
    var identifiers: [AccountIdentifier]?
    var profile: Profile = Profile()
    var state = State.active
    var tenant: String?
    /// The number of the account's second factors; nil until the service states a number.
    var factors: LongInteger?
    var epoch: LongInteger = 0
    var version: LongInteger = 0
  }

  /// The account's fields, in an array of exactly one element: an array copies its storage on write, and needs no
  /// unsafe code.
  var box: [AccountFields]

  /// Creates an account from its row in the service's store.
  ///
  /// The arguments have no defaults, so that you cannot forget a column of the row. After the call, set ``identifiers``
  /// if the policy declares identifiers, ``factors`` if the policy tests the fact `factors`, and ``profile`` if your
  /// store keeps profiles.
  ///
  /// - Parameters:
  ///   - id: the id in the service's store, at most 255 bytes.
  ///   - version: a number that the store increments with every change, so that a commit notices a change since the
  ///     lookup.
  ///   - tenant: the account's tenant, at most 255 bytes; nil if the account has no tenant.
  ///   - email: the account's address in canonical form, such as `ada@example.com`; nil if the account has no address.
  ///   - isEmailVerified: whether the address counts as verified; false for an account without an address.
  ///   - state: the account's state: active, or disabled, for example by an administrator.
  ///   - epoch: the number of times that all sessions of the account were revoked; 0 for a new account.
  ///   - methods: the account's sign-in methods, including superseded methods, in the order in which they were added.
  ///   - labels: the account's labels, such as `tier: staff`, in any order; an absent label has its first declared
  ///     value.
  public init(
    id: String, version: LongInteger, tenant: String?, email: String?, isEmailVerified: Bool,
    state: State, epoch: LongInteger, methods: [Method], labels: [(name: String, value: String)]
  ) {
    box = [
      AccountFields(
        id: id, email: email, isEmailVerified: isEmailVerified, methods: methods, labels: labels,
        state: state, tenant: tenant, epoch: epoch, version: version)
    ]
  }

  /// Creates an active account without methods.
  package init(id: String, email: String? = nil, isEmailVerified: Bool = false) {
    box = [
      AccountFields(
        id: id, email: email, isEmailVerified: isEmailVerified, identifiers: [], factors: 0)
    ]
  }

  /// Creates a copy of an account, with the given methods instead of the account's methods.
  ///
  /// The copy never shares storage with the original account. With shared storage, the optimizer of Swift 6.3 for
  /// WebAssembly miscompiled loops that change the copy's methods; the loops also changed the original account.
  package init(_ account: Account, methods: [Method]) {
    var fields = account.box[0]
    fields.methods = methods
    box = [fields]
  }
}

extension Account {
  /// The account's id in the service's store, such as `u1`.
  public var id: String {
    _read { yield box[0].id }
    _modify { yield &box[0].id }
  }

  /// The account's e-mail address in canonical form, such as `ada@example.com`; nil if the account has no address.
  public var email: String? {
    _read { yield box[0].email }
    _modify { yield &box[0].email }
  }

  /// Whether the account's address counts as verified; false for an account without an address.
  public var isEmailVerified: Bool {
    get { box[0].isEmailVerified }
    _modify { yield &box[0].isEmailVerified }
  }

  /// The account's sign-in methods, including superseded methods, in the order in which they were added.
  public var methods: [Method] {
    _read { yield box[0].methods }
    _modify { yield &box[0].methods }
  }

  /// The account's labels, such as `tier: staff`, in any order; an absent label has its first declared value.
  public var labels: [(name: String, value: String)] {
    _read { yield box[0].labels }
    _modify { yield &box[0].labels }
  }

  /// The account's identifiers in canonical form, at most one of each name, in any order.
  ///
  /// No other account of the tenant holds any of these identifiers.
  public var identifiers: [AccountIdentifier] {
    get { box[0].identifiers ?? [] }
    set { box[0].identifiers = newValue }
  }

  /// The account's identifiers; nil if the service did not state the identifiers with the account's row.
  package var statedIdentifiers: [AccountIdentifier]? {
    get { box[0].identifiers }
    set { box[0].identifiers = newValue }
  }

  /// The name and the photo of the person, on which no decision depends.
  public var profile: Profile {
    _read { yield box[0].profile }
    _modify { yield &box[0].profile }
  }

  /// The account's state: active, or disabled, for example by an administrator.
  public var state: State {
    get { box[0].state }
    _modify { yield &box[0].state }
  }

  /// The account's tenant; nil if the account has no tenant.
  public var tenant: String? {
    _read { yield box[0].tenant }
    _modify { yield &box[0].tenant }
  }

  /// The number of second factors that the person has enrolled; the service keeps the secrets of the factors.
  public var factors: LongInteger {
    get { box[0].factors ?? 0 }
    set { box[0].factors = newValue }
  }

  /// The number of the account's second factors; nil if the service did not state the number with the account's row.
  package var statedFactors: LongInteger? {
    get { box[0].factors }
    set { box[0].factors = newValue }
  }

  /// The number of times that the service has revoked all sessions of the account.
  ///
  /// A session that was opened in an earlier epoch is revoked. Increment the epoch to sign the person out everywhere.
  public var epoch: LongInteger {
    get { box[0].epoch }
    _modify { yield &box[0].epoch }
  }

  /// The account's version, which the store increments with every change of the account.
  ///
  /// A commit compares versions to detect a change of the account since the lookup.
  public var version: LongInteger {
    get { box[0].version }
    _modify { yield &box[0].version }
  }

  /// Returns whether two values represent the same account in the same state.
  ///
  /// The comparison ignores ``profile``, because no decision depends on a person's name or photo.
  ///
  /// - Parameters:
  ///   - other: the other account.
  ///   - comparesFactors: whether decisions depend on ``factors``; if false, the comparison ignores the number of
  ///     factors.
  /// - Returns: true if no decision can distinguish the two accounts.
  package func isSameSnapshot(as other: Account, comparesFactors: Bool = false) -> Bool {
    (!comparesFactors || factors == other.factors) && id.hasSameBytes(as: other.id)
      && version == other.version
      && email.hasSameBytes(as: other.email) && isEmailVerified == other.isEmailVerified
      && tenant.hasSameBytes(as: other.tenant) && state == other.state
      && epoch == other.epoch
      && methods.count == other.methods.count
      && !methods.indices.contains { !methods[$0].isSameSnapshot(as: other.methods[$0]) }
      && NamedValues.areSame(labels, other.labels)
      && identifiers.count == other.identifiers.count
      && !identifiers.contains { !other.holds($0) }
  }
}

extension Account {
  /// Returns whether the account holds a canonical address: as its own address (`account`), or through a method that is
  /// not superseded (`methods`).
  package func holds(_ address: String, by holder: AddressRules.AddressHolder) -> Bool {
    let fields = box.span
    switch holder {
    case .account:
      return fields[0].email?.hasSameBytes(as: address) ?? false
    case .methods:
      for index in fields[0].methods.indices
      where fields[0].methods[index].address.hasSameBytes(as: address)
        && !fields[0].methods[index].isSuperseded
      {
        return true
      }
      return false
    }
  }

  /// Whether at least one of the account's methods has no kind yet.
  var hasOpenKind: Bool {
    let fields = box.span
    for index in fields[0].methods.indices where fields[0].methods[index].isKindOpen {
      return true
    }
    return false
  }

  /// Whether each of the account's methods has a kind and is not superseded.
  var hasOnlyPlainMethods: Bool {
    let fields = box.span
    for index in fields[0].methods.indices
    where fields[0].methods[index].isKindOpen || fields[0].methods[index].isSuperseded {
      return false
    }
    return true
  }

  /// Whether at least one of the account's methods is superseded.
  var hasSupersededMethod: Bool {
    let fields = box.span
    for index in fields[0].methods.indices where fields[0].methods[index].isSuperseded {
      return true
    }
    return false
  }
}

/// The name and photo of a person, as a provider or the person stated them.
public struct Profile: Sendable, Equatable {
  /// The display name, such as `Ada Lovelace`; nil for a profile without a name.
  public var name: String?
  /// The URL of a photo, such as the claim `picture` of an ID token; nil for a profile without a photo.
  public var photo: String?

  /// Creates a profile; properties without an argument are nil.
  ///
  /// - Parameters:
  ///   - name: the display name; nil if none was stated.
  ///   - photo: the URL of a photo; nil if none was stated.
  public init(name: String? = nil, photo: String? = nil) {
    self.name = name
    self.photo = photo
  }
}
