package import LinkPolicy
package import LinkPolicyAuthoring

/// A write that an action can be for: an allowed attempt that does not perform it has not done what the caller asked.
package enum ActionDuty: Sendable, Hashable {
  case makeAccount
  case deleteAccount
  case setAddress
  case clearAddress
  case verifyAddress
  case unverifyAddress
  /// Every value of the profile that the caller gives is stored.
  case setProfile
  /// Values of the profile that were blank are stored.
  case fillProfile
  case enable
  case disable
  case setLabel(name: Name, value: Name)
  /// A method is stored, a password among them.
  case addMethod
  case setPassword
  /// Methods of the caller's choice are removed.
  case removeMethod
  /// Methods that did not prove the account's address are removed.
  case dropUnproven
  /// Other subjects of the attempt's provider are removed, listed no more or taken from another account.
  case removeOthers
  case dropFactors
  /// A session is opened or renewed.
  case giveSession
  /// The caller's own session ends.
  case endSession
  /// All sessions of the account end.
  case endSessions
  case mailCode(CodePurpose)
  case cancelCodes
}

/// The writes that the attempts of a table are for.
package enum ActionDuties: Sendable, Hashable {
  /// Those of a standard action, whatever a row writes beside them.
  case these(Set<ActionDuty>)
  /// Those of an action that a policy declares: everything that the row of the old policy writes.
  case everything

  /// The duties of a table's action.
  package init(table index: Int, of policy: CompiledPolicy) {
    let name = policy.vocabulary.actions[policy.storage.tables[index].action].name
    let standard = StandardAction.allCases.first { $0.name == name }
    self = standard.map { .these($0.duties) } ?? .everything
  }

  /// The duties among those that an answer performs and another one does not.
  func lost(from before: [WriteTemplate], to after: [WriteTemplate]) -> Set<ActionDuty> {
    let lost = Self.performed(by: before).subtracting(Self.performed(by: after))
    return switch self {
    case .these(let duties): lost.intersection(duties)
    case .everything: lost
    }
  }

  private static func performed(by templates: [WriteTemplate]) -> Set<ActionDuty> {
    templates.reduce(into: []) { $0.formUnion($1.duties) }
  }
}

extension StandardAction {
  /// The writes that the action is for.
  ///
  /// What a policy writes beside them is up to the policy: an action that ends other sessions or notifies the owner is not
  /// for that, and kinds of their own report its loss.
  package var duties: Set<ActionDuty> {
    switch self {
    case .signIn, .reauthenticate, .refresh: [.giveSession]
    case .signUp, .adminCreate: [.makeAccount]
    case .link, .adminAttach: [.addMethod]
    case .unlink: [.removeMethod]
    case .updateProfile: [.setProfile]
    case .updateEmail, .confirmEmail, .recoverEmail: [.setAddress]
    case .requestEmail: [.mailCode(.change)]
    case .requestVerification: [.mailCode(.verify)]
    case .sendLink: [.mailCode(.signIn)]
    case .requestReset: [.mailCode(.reset)]
    case .verifyEmail, .markVerified: [.verifyAddress]
    case .markUnverified: [.unverifyAddress]
    case .updatePassword, .resetPassword: [.setPassword]
    case .delete, .adminDelete: [.deleteAccount]
    case .signOut: [.endSession]
    case .disable: [.disable]
    case .enable: [.enable]
    case .reload, .signInMethods: []
    }
  }
}

extension WriteTemplate {
  /// The duties that the write performs, with those that a stronger write includes.
  package var duties: Set<ActionDuty> {
    switch self {
    case .insertAccount(let withAddress):
      withAddress ? [.makeAccount, .setAddress] : [.makeAccount]
    case .deleteAccount:
      [
        .deleteAccount, .clearAddress, .unverifyAddress, .disable, .removeMethod, .dropUnproven,
        .removeOthers, .dropFactors, .endSession, .endSessions, .cancelCodes,
      ]
    case .setEmail(let change):
      switch change {
      case .verified: [.verifyAddress]
      case .unverified: [.unverifyAddress]
      case .asserted, .assertedWhereNone: [.setAddress]
      case .none: [.clearAddress, .unverifyAddress]
      }
    case .setProfile(let blanksOnly): blanksOnly ? [.fillProfile] : [.setProfile, .fillProfile]
    case .setState(let state):
      switch state {
      case .active: [.enable]
      case .disabled: [.disable]
      }
    case .setLabel(let name, let value): [.setLabel(name: name, value: value)]
    case .putMethod(let source):
      switch source {
      case .attempts, .attemptsInPlaceOfOthers: [.addMethod]
      case .password: [.addMethod, .setPassword]
      }
    case .removeMethods(let removal):
      switch removal {
      case .named, .ofKinds: [.removeMethod]
      case .unproven: [.dropUnproven]
      case .others, .heldElsewhere: [.removeOthers]
      }
    case .supersedeOthers: [.removeOthers]
    case .dropFactors: [.dropFactors]
    case .openSession, .renewSession: [.giveSession]
    case .endSession: [.endSession]
    case .endSessions: [.endSession, .endSessions]
    case .putCode(let purpose): [.mailCode(purpose)]
    case .cancelCodes: [.cancelCodes]
    // Whether the owner is notified has kinds of its own.
    case .tellOwner: []
    }
  }
}
