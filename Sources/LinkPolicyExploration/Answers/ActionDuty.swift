package import LinkPolicy
package import LinkPolicyAuthoring

/// A write that an action must make: the action `link`, for example, must store a method.
///
/// An allowed attempt without this write breaks the promise of its action. For example, a `link` that stores no method
/// links nothing.
package enum ActionDuty: Sendable, Hashable {
  case makeAccount
  case deleteAccount
  case setAddress
  case clearAddress
  case verifyAddress
  case unverifyAddress
  /// The answer stores every value of the profile that the caller gives.
  case setProfile
  /// The answer fills only the blank values of the profile, such as a missing name.
  case fillProfile
  case enable
  case disable
  case setLabel(name: Name, value: Name)
  case setIdentifier(Name)
  case clearIdentifier(Name)
  /// The answer stores a method, possibly a password.
  case addMethod
  case setPassword
  /// The answer removes the methods that the caller chose.
  case removeMethod
  /// The answer removes methods that did not prove the account's address.
  case dropUnproven
  /// The answer removes or unlists other subjects of the attempt's provider, or removes the attempt's subject from
  /// another account.
  case removeOthers
  case dropFactors
  /// The answer adds a second factor.
  case enrollFactor
  /// The answer removes a second factor.
  case removeFactor
  /// The answer opens or renews a session.
  case giveSession
  /// The answer ends the caller's own session.
  case endSession
  /// The answer ends all sessions of the account.
  case endSessions
  case mailCode(CodePurpose)
  case cancelCodes
}

extension ActionDuty {
  /// Whether the write ends a thief's access to the account.
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

/// The writes that the action of a table must make, such as the stored method of a `link`.
package enum ActionDuties: Sendable, Hashable {
  /// The duties of a standard action.
  ///
  /// The rows of a standard action may omit every other write.
  case these(Set<ActionDuty>)
  /// The duties of an action that the policy itself declares: the new policy must keep each write of the old policy's
  /// row.
  ///
  /// `mails` is true if the action's rows only mail codes.
  case everything(mails: Bool)

  /// Takes the duties of the action that a table decides.
  package init(table index: Int, of policy: CompiledPolicy) {
    let name = policy.vocabulary.actions[policy.storage.tables[index].action].name
    let standard = StandardAction.allCases.first { $0.name == name }
    let done = policy.storage.tables[index].rows.reduce(into: Set<ActionDuty>()) { done, row in
      done.formUnion(Self.performed(by: row.answer.effects.flatMap { $0.templates }))
    }
    self = standard.map { .these($0.duties) } ?? .everything(mails: Self.areMail(done))
  }

  /// Returns the duties that the old answer performs but the new answer neglects.
  func lost(from before: [WriteTemplate], to after: [WriteTemplate]) -> Set<ActionDuty> {
    let lost = Self.performed(by: before).subtracting(Self.performed(by: after))
    return switch self {
    case .these(let duties): lost.intersection(duties)
    case .everything: lost
    }
  }

  /// Whether the only purpose of the action is to mail a code.
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
  /// A policy may choose all other writes freely. No action has the duty to end other sessions or to notify the owner,
  /// because kinds of change such as `notifies-less` report their loss.
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
    // Kinds of change such as `notifies-less` report notices to the owner.
    case .tellOwner: []
    }
  }
}
