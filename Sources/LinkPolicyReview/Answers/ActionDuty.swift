package import LinkPolicy
package import LinkPolicyAuthoring

/// A write that can be the purpose of an action, such as storing a method for the action `link`.
///
/// An attempt that is allowed without this write does not do what its action promises.
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
  case setIdentifier(Name)
  case clearIdentifier(Name)
  /// A method is stored, possibly a password.
  case addMethod
  case setPassword
  /// Methods of the caller's choice are removed.
  case removeMethod
  /// Methods that did not prove the account's address are removed.
  case dropUnproven
  /// Other subjects of the attempt's provider are removed or unlisted, or the attempt's subject is
  /// removed from another account.
  case removeOthers
  case dropFactors
  /// A second factor is added.
  case enrollFactor
  /// A second factor is removed.
  case removeFactor
  /// A session is opened or renewed.
  case giveSession
  /// The caller's own session ends.
  case endSession
  /// All sessions of the account end.
  case endSessions
  case mailCode(CodePurpose)
  case cancelCodes
}

extension ActionDuty {
  /// Whether the write ends the access of a thief who has stolen into the account.
  var isProtection: Bool {
    switch self {
    case .disable, .unverifyAddress, .endSession, .endSessions: true
    case .makeAccount, .deleteAccount, .setAddress, .clearAddress, .verifyAddress, .setProfile,
      .fillProfile, .enable, .setLabel, .addMethod, .setPassword, .removeMethod, .dropUnproven,
      .removeOthers, .dropFactors, .giveSession, .mailCode, .cancelCodes, .setIdentifier,
      .clearIdentifier, .enrollFactor, .removeFactor:
      false
    }
  }
}

/// The writes that are the purpose of a table's attempts.
package enum ActionDuties: Sendable, Hashable {
  /// The duties of a standard action; all other writes of its rows are optional.
  case these(Set<ActionDuty>)
  /// The duties of an action that a policy declares: every write of the old policy's row. `mails` is true if its rows
  /// do nothing but mail codes.
  case everything(mails: Bool)

  /// Creates the duties of a table's action.
  package init(table index: Int, of policy: CompiledPolicy) {
    let name = policy.vocabulary.actions[policy.storage.tables[index].action].name
    let standard = StandardAction.allCases.first { $0.name == name }
    let done = policy.storage.tables[index].rows.reduce(into: Set<ActionDuty>()) { done, row in
      done.formUnion(Self.performed(by: row.answer.effects.flatMap { $0.templates }))
    }
    self = standard.map { .these($0.duties) } ?? .everything(mails: Self.areMail(done))
  }

  /// Returns the duties that one answer performs and another one does not.
  func lost(from before: [WriteTemplate], to after: [WriteTemplate]) -> Set<ActionDuty> {
    let lost = Self.performed(by: before).subtracting(Self.performed(by: after))
    return switch self {
    case .these(let duties): lost.intersection(duties)
    case .everything: lost
    }
  }

  /// Whether the purpose is to mail a code, and nothing else.
  var areMail: Bool {
    switch self {
    case .these(let duties): Self.areMail(duties)
    case .everything(let mails): mails
    }
  }

  private static func areMail(_ duties: Set<ActionDuty>) -> Bool {
    !duties.isEmpty
      && duties.allSatisfy { duty in
        guard case .mailCode = duty else { return false }
        return true
      }
  }

  private static func performed(by templates: [WriteTemplate]) -> Set<ActionDuty> {
    templates.reduce(into: []) { $0.formUnion($1.duties) }
  }
}

extension StandardAction {
  /// The writes that are the purpose of the action.
  ///
  /// A policy is free to choose all other writes. To end other sessions or notify the owner is no duty: separate kinds
  /// of change report their loss.
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
  /// The duties that the write performs.
  ///
  /// For example, a write that stores every value of a profile also fills its blank values.
  package var duties: Set<ActionDuty> {
    switch self {
    case .insertAccount(let withAddress):
      withAddress ? [.makeAccount, .setAddress] : [.makeAccount]
    case .deleteAccount:
      [
        .deleteAccount, .clearAddress, .unverifyAddress, .disable, .removeMethod, .dropUnproven,
        .removeOthers, .dropFactors, .removeFactor, .endSession, .endSessions, .cancelCodes,
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
    case .setIdentifier(let name): [.setIdentifier(name)]
    case .clearIdentifier(let name): [.clearIdentifier(name)]
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
    case .dropFactors: [.dropFactors, .removeFactor]
    case .setFactors(let change):
      switch change {
      case .more: [.enrollFactor]
      case .fewer: [.removeFactor]
      }
    case .openSession, .renewSession: [.giveSession]
    case .endSession: [.endSession]
    case .endSessions: [.endSession, .endSessions]
    case .putCode(let purpose): [.mailCode(purpose)]
    case .cancelCodes: [.cancelCodes]
    // Separate kinds of change report notices to the owner.
    case .tellOwner: []
    }
  }
}
