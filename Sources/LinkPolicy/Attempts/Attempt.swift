/// What somebody tries to do: an action, and the assertion or address that it comes with.
public struct Attempt: Sendable {
  /// What was checked about a requested e-mail link.
  public struct LinkRequest: Sendable {
    /// Whether the link's domain is on the service's list.
    public var isDomainAllowed: Bool
    /// Whether the link is to be opened in the app.
    public var isHandledInApp: Bool

    /// Creates the checks of a requested link.
    public init(isDomainAllowed: Bool, isHandledInApp: Bool) {
      self.isDomainAllowed = isDomainAllowed
      self.isHandledInApp = isHandledInApp
    }
  }

  /// The action.
  public var action: Action
  /// Who asserts what; nil for actions that carry no method.
  public var assertion: Assertion?
  /// The address of an action that carries no method.
  public var address: String?
  /// New profile values, for an action that updates the profile.
  public var profile: Profile
  /// Whether the person has consented to the link; nil counts as not.
  public var hasConsent: Bool
  /// The checks of a requested e-mail link.
  public var link: LinkRequest?
  /// The tenant the attempt is made in.
  public var tenant: String?
  /// The ticket of an earlier refusal that this attempt resumes; it must be about the same
  /// credential, address and account.
  public var ticket: Ticket?

  /// Creates an attempt that carries a method, such as a sign-in or a link.
  public init(
    _ action: Action, with assertion: Assertion, hasConsent: Bool = false, tenant: String? = nil
  ) {
    self.action = action
    self.assertion = assertion
    profile = assertion.profile
    self.hasConsent = hasConsent
    self.tenant = tenant
  }

  /// Creates an attempt that names a method of the account, such as an unlink.
  public init(
    _ action: Action, naming provider: String, kind: MethodKind? = nil, subject: String? = nil,
    tenant: String? = nil
  ) {
    self.action = action
    assertion = Assertion(verified: provider, kind: kind, subject: subject)
    profile = Profile()
    hasConsent = false
    self.tenant = tenant
  }

  /// Creates an attempt that carries no method.
  public init(
    _ action: Action, address: String? = nil, profile: Profile = Profile(),
    link: LinkRequest? = nil, tenant: String? = nil
  ) {
    self.action = action
    self.address = address
    self.profile = profile
    hasConsent = false
    self.link = link
    self.tenant = tenant
  }
}

/// The name of an action.
public struct Action: Sendable {
  /// The word for it in a policy.
  public var name: String

  /// Creates an action from its word; the standard ones are properties of this type.
  public init(_ name: String) {
    self.name = name
  }

  /// Signing in.
  public static var signIn: Action { Action("sign-in") }
  /// Making an account with a password.
  public static var signUp: Action { Action("sign-up") }
  /// Adding a method to the session's account.
  public static var link: Action { Action("link") }
  /// Removing a method.
  public static var unlink: Action { Action("unlink") }
  /// Proving again who one is.
  public static var reauthenticate: Action { Action("reauthenticate") }
  /// Changing the address at once.
  public static var updateEmail: Action { Action("update-email") }
  /// Changing the password.
  public static var updatePassword: Action { Action("update-password") }
  /// Deleting one's account.
  public static var delete: Action { Action("delete") }
}
