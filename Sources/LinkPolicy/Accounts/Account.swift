/// A user as the service stores them: methods, e-mail address, state, labels, profile and version.
///
/// Copying an account is cheap: the copies share one storage until one of them changes.
public struct Account: Sendable {
  /// Whether an account is enabled.
  public enum State: UInt8, Sendable {
    /// The account can sign in.
    case active
    /// An administrator has disabled the account.
    case disabled
  }

  struct AccountFields: Sendable {
    var id: String
    var email: String?
    var isEmailVerified: Bool = false
    var methods: [Method] = []
    var labels: [(name: String, value: String)] = []
    /// Nil until the service states them.
    var identifiers: [AccountIdentifier]?
    var profile: Profile = Profile()
    var state = State.active
    var tenant: String?
    /// Nil until the service states the number.
    var factors: LongInteger?
    var epoch: LongInteger = 0
    var version: LongInteger = 0
  }

  /// The copy-on-write storage: an array that always has one element, which needs no unsafe code.
  var box: [AccountFields]

  /// Creates an account from its row.
  ///
  /// Every property on which each policy can depend is a required argument, so that you cannot forget one. Afterwards,
  /// set ``identifiers`` if the policy declares any, ``factors`` if it tests that fact, and ``profile`` if your store
  /// keeps it with the account.
  ///
  /// - Parameters:
  ///   - id: the id in the service's store, at most 255 bytes.
  ///   - version: a number that the store increments with every change.
  ///   - tenant: the account's tenant, at most 255 bytes; nil outside of tenants.
  ///   - email: the account's address in canonical form; nil for none.
  ///   - isEmailVerified: whether the address counts as verified.
  ///   - state: whether the account is enabled.
  ///   - epoch: the number of times that all of its sessions were revoked, 0 for a new account.
  ///   - methods: its sign-in methods, including superseded ones, in the order of addition.
  ///   - labels: the labels whose value is not the first declared one, in any order.
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
}

extension Account {
  /// The id in the service's store.
  public var id: String {
    _read { yield box[0].id }
    _modify { yield &box[0].id }
  }

  /// The e-mail address, in canonical form.
  public var email: String? {
    _read { yield box[0].email }
    _modify { yield &box[0].email }
  }

  /// Whether the address counts as verified; false if there is none.
  public var isEmailVerified: Bool {
    get { box[0].isEmailVerified }
    _modify { yield &box[0].isEmailVerified }
  }

  /// The sign-in methods, including superseded ones, in the order of addition.
  public var methods: [Method] {
    _read { yield box[0].methods }
    _modify { yield &box[0].methods }
  }

  /// The labels that differ from their default, the first declared value; in any order.
  public var labels: [(name: String, value: String)] {
    _read { yield box[0].labels }
    _modify { yield &box[0].labels }
  }

  /// The identifiers in canonical form, at most one of each name, in any order.
  ///
  /// No other account of the tenant holds any of them.
  public var identifiers: [AccountIdentifier] {
    get { box[0].identifiers ?? [] }
    set { box[0].identifiers = newValue }
  }

  /// The identifiers; nil if the account's row does not state them.
  package var statedIdentifiers: [AccountIdentifier]? {
    get { box[0].identifiers }
    set { box[0].identifiers = newValue }
  }

  /// The name and the photo of the person.
  public var profile: Profile {
    _read { yield box[0].profile }
    _modify { yield &box[0].profile }
  }

  /// Whether the account is enabled.
  public var state: State {
    get { box[0].state }
    _modify { yield &box[0].state }
  }

  /// The account's tenant; nil outside of tenants.
  public var tenant: String? {
    _read { yield box[0].tenant }
    _modify { yield &box[0].tenant }
  }

  /// The number of second factors that the person has enrolled.
  public var factors: LongInteger {
    get { box[0].factors ?? 0 }
    set { box[0].factors = newValue }
  }

  /// The number of second factors; nil if the account's row does not state it.
  package var statedFactors: LongInteger? {
    get { box[0].factors }
    set { box[0].factors = newValue }
  }

  /// The number of times that all sessions were revoked.
  ///
  /// Every session that was opened in an earlier epoch is revoked: increment the epoch to sign the
  /// person out everywhere.
  public var epoch: LongInteger {
    get { box[0].epoch }
    _modify { yield &box[0].epoch }
  }

  /// The version, which the store increments with every change of the account, so that a commit notices a change since
  /// the lookup.
  public var version: LongInteger {
    get { box[0].version }
    _modify { yield &box[0].version }
  }

  /// Returns whether two values are the same account in the same state.
  ///
  /// The comparison ignores ``profile``, on which no decision depends.
  ///
  /// - Parameters:
  ///   - other: the other value.
  ///   - comparesFactors: whether decisions depend on ``factors``.
  /// - Returns: whether no decision can tell the values apart.
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
  /// Returns whether a canonical address is that of the account or, for `methods`, of a listed
  /// method.
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

  /// Whether at least one method has no kind yet.
  var hasOpenKind: Bool {
    let fields = box.span
    for index in fields[0].methods.indices where fields[0].methods[index].isKindOpen {
      return true
    }
    return false
  }

  /// Whether at least one method is superseded.
  var hasSupersededMethod: Bool {
    let fields = box.span
    for index in fields[0].methods.indices where fields[0].methods[index].isSuperseded {
      return true
    }
    return false
  }
}

/// The person's profile at a provider.
public struct Profile: Sendable, Equatable {
  /// The display name; nil for none.
  public var name: String?
  /// The URL of a photo; nil for none.
  public var photo: String?

  /// Creates a profile; properties without an argument are nil.
  ///
  /// - Parameters:
  ///   - name: the display name; nil if the provider sent none.
  ///   - photo: the URL of a photo; nil if the provider sent none.
  public init(name: String? = nil, photo: String? = nil) {
    self.name = name
    self.photo = photo
  }
}
