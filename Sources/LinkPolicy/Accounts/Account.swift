/// An account: its identifiers, its methods, and what decisions and effects need of it.
public struct Account: Sendable {
  /// Whether an account may be used.
  public enum State: UInt8, Sendable {
    /// It may.
    case active
    /// An administrator has switched it off.
    case disabled
  }

  /// The id in the service's store.
  public var id: String
  /// The e-mail address, in canonical form.
  public var email: String?
  /// Whether that address counts as verified; false where there is none.
  public var isEmailVerified: Bool
  /// The telephone number.
  public var phone: String?
  /// The user name.
  public var username: String?
  /// The sign-in methods, in the order in which they were added.
  public var methods: [Method]
  /// The labels that differ from their first value.
  public var labels: [(name: String, value: String)]
  /// Name and photo.
  public var profile: Profile
  /// Whether the account may be used.
  public var state: State
  /// The tenant it belongs to.
  public var tenant: String?
  /// The number of second factors enrolled.
  public var factors: Int
  /// The point in the store's time before which tokens no longer count.
  public var tokensValidAfter: Int
  /// The address that an undo link would bring back.
  public var undoAddress: String?
  /// The version; a store raises it with every change.
  public var version: Int

  /// Creates an active account without methods.
  public init(id: String, email: String? = nil, isEmailVerified: Bool = false) {
    self.id = id
    self.email = email
    self.isEmailVerified = isEmailVerified
    methods = []
    labels = []
    profile = Profile()
    state = .active
    factors = 0
    tokensValidAfter = 0
    version = 0
  }
}
