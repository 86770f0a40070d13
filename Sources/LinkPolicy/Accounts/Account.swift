/// An account: its identifiers, its methods, and what decisions and effects need of it.
///
/// A value that copies at the cost of one reference: situations and decisions pass accounts on.
public struct Account: Sendable {
  /// Whether an account may be used.
  public enum State: UInt8, Sendable {
    /// The account signs in as usual.
    case active
    /// An administrator has switched it off.
    case disabled
  }

  struct Fields: Sendable {
    var id: String
    var email: String?
    var isEmailVerified: Bool = false
    var methods: [Method] = []
    var labels: [(name: String, value: String)] = []
    var profile: Profile = Profile()
    var state = State.active
    var tenant: String?
    var factors: Int = 0
    var epoch: Int = 0
    var version: Int = 0
  }

  /// Always one element: an array is the copy-on-write box that needs nothing unsafe.
  var box: [Fields]

  /// Creates an account from its row.
  ///
  /// All that decisions go by has to be said; ``profile`` and ``factors`` are for stores that keep them here.
  ///
  /// - Parameters:
  ///   - id: the id in the service's store, at most 255 bytes.
  ///   - version: what the store raises with every change.
  ///   - tenant: the tenant it belongs to, at most 255 bytes; nil outside of tenants.
  ///   - email: its address in canonical form; nil for none.
  ///   - isEmailVerified: whether that address counts as verified.
  ///   - state: whether it may be used.
  ///   - epoch: how often all its sessions were revoked.
  ///   - methods: its sign-in methods, superseded ones among them, in the order in which they were added.
  ///   - labels: the labels that differ from their first value, in any order.
  public init(
    id: String, version: Int, tenant: String?, email: String?, isEmailVerified: Bool,
    state: State, epoch: Int, methods: [Method], labels: [(name: String, value: String)]
  ) {
    box = [
      Fields(
        id: id, email: email, isEmailVerified: isEmailVerified, methods: methods, labels: labels,
        state: state, tenant: tenant, epoch: epoch, version: version)
    ]
  }

  /// Creates an active account without methods.
  package init(id: String, email: String? = nil, isEmailVerified: Bool = false) {
    box = [Fields(id: id, email: email, isEmailVerified: isEmailVerified)]
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

  /// Whether that address counts as verified; false where there is none.
  public var isEmailVerified: Bool {
    get { box[0].isEmailVerified }
    _modify { yield &box[0].isEmailVerified }
  }

  /// The sign-in methods, superseded ones among them, in the order in which they were added.
  public var methods: [Method] {
    _read { yield box[0].methods }
    _modify { yield &box[0].methods }
  }

  /// The labels that differ from their first value, in any order.
  public var labels: [(name: String, value: String)] {
    _read { yield box[0].labels }
    _modify { yield &box[0].labels }
  }

  /// Name and photo.
  public var profile: Profile {
    _read { yield box[0].profile }
    _modify { yield &box[0].profile }
  }

  /// Whether the account may be used.
  public var state: State {
    get { box[0].state }
    _modify { yield &box[0].state }
  }

  /// The tenant it belongs to.
  public var tenant: String? {
    _read { yield box[0].tenant }
    _modify { yield &box[0].tenant }
  }

  /// The number of second factors enrolled.
  public var factors: Int {
    get { box[0].factors }
    _modify { yield &box[0].factors }
  }

  /// How often all its sessions were revoked: a session of an earlier epoch no longer counts.
  public var epoch: Int {
    get { box[0].epoch }
    _modify { yield &box[0].epoch }
  }

  /// The version; a store raises it with every change.
  public var version: Int {
    get { box[0].version }
    _modify { yield &box[0].version }
  }

  /// Whether another value is the same account at the same moment, as far as decisions go by it.
  package func isSameSnapshot(as other: Account) -> Bool {
    id.hasSameBytes(as: other.id) && version == other.version
      && email.hasSameBytes(as: other.email) && isEmailVerified == other.isEmailVerified
      && tenant.hasSameBytes(as: other.tenant) && state == other.state
      && epoch == other.epoch
      && methods.count == other.methods.count
      && !methods.indices.contains { !methods[$0].isSameSnapshot(as: other.methods[$0]) }
      && Self.areAlike(labels, other.labels)
  }

  /// Whether two lists have the same labels with the same values, in any order; a name occurs once in a list.
  static func areAlike(
    _ a: [(name: String, value: String)], _ b: [(name: String, value: String)]
  ) -> Bool {
    a.count == b.count
      && !a.contains { label in
        !b.contains {
          $0.name.hasSameBytes(as: label.name) && $0.value.hasSameBytes(as: label.value)
        }
      }
  }
}
