/// The name of an action, such as `sign-in` or `link`.
public struct Action: Sendable {
  /// The name of the action in a policy, such as `sign-in`.
  public var name: String

  /// Creates an action from its name, for example an action that the policy declares.
  ///
  /// Common actions also have a property, such as `.signIn`.
  ///
  /// - Parameter name: the name, such as `sign-in`. A lookup throws an ``InputError`` if the policy does not decide
  ///   the action.
  public init(_ name: String) {
    self.name = name
  }
}

/// An action that every policy can decide without a declaration.
///
/// Each property of an action, such as ``definition`` and ``doer``, is an exhaustive switch. A new action
/// compiles only after every switch has a case for the action.
package enum StandardAction: CaseIterable, Sendable {
  case signIn, signUp, link, unlink, reauthenticate
  case updateProfile, updateEmail, requestEmail, confirmEmail, recoverEmail
  case requestVerification, verifyEmail, sendLink
  case updatePassword, requestReset, resetPassword
  case delete, refresh, reload, signOut, signInMethods
  case adminCreate, adminDelete, adminAttach, markVerified, markUnverified, disable, enable

  /// The party that makes attempts of an action, such as an administrator.
  package enum Doer: Sendable, CaseIterable {
    /// Any person, even without a session, as for `sign-in`.
    case anybody
    /// A person who has a session of the account, as for `link`.
    case sessionHolder
    /// A person who reads the mailbox to which the code was sent, as for `reset-password`.
    case mailbox
    /// An administrator, or the service itself, as for `disable`.
    case administrator
  }

  /// The name of the action in a policy, such as `sign-in`.
  package var name: Name {
    switch self {
    case .signIn: "sign-in"
    case .signUp: "sign-up"
    case .link: "link"
    case .unlink: "unlink"
    case .reauthenticate: "reauthenticate"
    case .updateProfile: "update-profile"
    case .updateEmail: "update-email"
    case .requestEmail: "request-email"
    case .confirmEmail: "confirm-email"
    case .recoverEmail: "recover-email"
    case .requestVerification: "request-verification"
    case .verifyEmail: "verify-email"
    case .sendLink: "send-link"
    case .updatePassword: "update-password"
    case .requestReset: "request-reset"
    case .resetPassword: "reset-password"
    case .delete: "delete"
    case .refresh: "refresh"
    case .reload: "reload"
    case .signOut: "sign-out"
    case .signInMethods: "sign-in-methods"
    case .adminCreate: "admin-create"
    case .adminDelete: "admin-delete"
    case .adminAttach: "admin-attach"
    case .markVerified: "mark-verified"
    case .markUnverified: "mark-unverified"
    case .disable: "disable"
    case .enable: "enable"
    }
  }

  /// The input that the action's attempts carry, such as an address, and how the engine finds the account of an
  /// attempt.
  package var definition: ActionDefinition {
    let linkable = MethodKindSet.all.subtracting(MethodKindSet([.anonymous]))
    let none = MethodKindSet()
    func plain(
      _ pointsTo: PointsTo, _ address: AddressPresence = .none, takes: CodePurpose? = nil
    ) -> ActionDefinition {
      ActionDefinition(
        name: name, pointsTo: pointsTo, kinds: none, address: address, takes: takes)
    }
    switch self {
    case .signIn:
      return ActionDefinition(
        name: name, pointsTo: .credential, kinds: .all, address: .byKind, checksSecret: true,
        takes: .signIn)
    case .signUp:
      return ActionDefinition(
        name: name, pointsTo: .credential, kinds: MethodKindSet([.password]), address: .byKind)
    case .link:
      return ActionDefinition(
        name: name, pointsTo: .session, kinds: linkable, address: .byKind, takes: .signIn)
    case .unlink:
      return ActionDefinition(
        name: name, pointsTo: .session, kinds: linkable, address: .none, namesMethod: true)
    case .reauthenticate:
      return ActionDefinition(
        name: name, pointsTo: .session, kinds: linkable, address: .byKind, checksSecret: true,
        takes: .signIn)
    case .updateProfile:
      var definition = plain(.session)
      definition.traits.carriesProfile = true
      return definition
    case .updateEmail: return plain(.session, .required)
    case .requestEmail: return plain(.session, .required)
    case .confirmEmail: return plain(.code, .required, takes: .change)
    case .recoverEmail: return plain(.code, .required, takes: .undo)
    case .requestVerification: return plain(.session)
    case .verifyEmail: return plain(.code, .required, takes: .verify)
    case .sendLink:
      var definition = plain(.credential, .required)
      definition.traits.requestsLink = true
      return definition
    case .updatePassword: return plain(.session)
    case .requestReset: return plain(.credential, .required)
    case .resetPassword: return plain(.code, .required, takes: .reset)
    case .delete: return plain(.session)
    case .refresh: return plain(.session)
    case .reload: return plain(.session)
    case .signOut: return plain(.session)
    case .signInMethods: return plain(.credential, .required)
    case .adminCreate: return plain(.credential, .optional)
    case .adminDelete: return plain(.target)
    case .adminAttach:
      return ActionDefinition(
        name: name, pointsTo: .target, kinds: MethodKindSet([.federated, .phone]),
        address: .byKind)
    case .markVerified: return plain(.target)
    case .markUnverified: return plain(.target)
    case .disable: return plain(.target)
    case .enable: return plain(.target)
    }
  }

  /// The party that makes attempts of an action, such as an administrator.
  package var doer: Doer {
    switch self {
    case .signIn, .signUp, .sendLink, .requestReset, .signInMethods: .anybody
    case .link, .unlink, .reauthenticate, .updateProfile, .updateEmail, .requestEmail,
      .requestVerification, .updatePassword, .delete, .refresh, .reload, .signOut:
      .sessionHolder
    case .confirmEmail, .recoverEmail, .verifyEmail, .resetPassword: .mailbox
    case .adminCreate, .adminDelete, .adminAttach, .markVerified, .markUnverified, .disable,
      .enable:
      .administrator
    }
  }
}

extension Action {
  /// Creates the name of a built-in action.
  package init(_ action: StandardAction) {
    self.init(action.name.text)
  }

  /// The attempt signs a person in, with any kind of method.
  public static var signIn: Action { Action(.signIn) }
  /// The attempt creates an account with a password.
  public static var signUp: Action { Action(.signUp) }
  /// The attempt adds a method, such as a Google account, to the session's account.
  public static var link: Action { Action(.link) }
  /// The attempt removes a method from the session's account.
  public static var unlink: Action { Action(.unlink) }
  /// The attempt proves the person's identity again, for example before a sensitive action.
  public static var reauthenticate: Action { Action(.reauthenticate) }
  /// The attempt changes the account's address at once, without a code that was mailed to the new address.
  public static var updateEmail: Action { Action(.updateEmail) }
  /// The attempt changes the password of the session's account.
  public static var updatePassword: Action { Action(.updatePassword) }
  /// The attempt deletes the session's account.
  public static var delete: Action { Action(.delete) }
}
