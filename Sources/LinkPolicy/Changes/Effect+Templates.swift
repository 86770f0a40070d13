extension Effect {
  /// What the effect writes, in order: all that is said anywhere of what it does.
  package var templates: [WriteTemplate] {
    switch self {
    case .create: [.insertAccount(withAddress: true), .putMethod(.attempts)]
    case .createWithoutAddress: [.insertAccount(withAddress: false), .putMethod(.attempts)]
    case .signIn: [.openSession]
    case .link, .refreshMethod: [.putMethod(.attempts)]
    case .replaceSubject: [.putMethod(.attemptsInPlaceOfOthers), .removeMethods(.others)]
    case .supersedeSubject: [.putMethod(.attemptsInPlaceOfOthers), .supersedeOthers]
    case .seizeCredential:
      [
        .removeMethods(.heldElsewhere), .putMethod(.attemptsInPlaceOfOthers),
        .removeMethods(.others),
      ]
    case .unlink: [.removeMethods(.named)]
    case .dropUnproven: [.removeMethods(.unproven)]
    case .drop(let kinds): [.removeMethods(.ofKinds(kinds))]
    case .dropFactors: [.dropFactors]
    case .setPassword: [.putMethod(.password)]
    case .verifyEmail: [.setEmail(.verified)]
    case .unverifyEmail: [.setEmail(.unverified)]
    case .setEmail: [.setEmail(.asserted)]
    case .adoptEmail: [.setEmail(.assertedWhereNone)]
    case .clearEmail: [.setEmail(.none)]
    case .fillProfile: [.setProfile(blanksOnly: true)]
    case .overwriteProfile: [.setProfile(blanksOnly: false)]
    case .revokeSessions: [.endSessions]
    case .cancelPending: [.cancelCodes]
    case .rememberUndo: [.putCode(.undo)]
    case .sendCode(let purpose): [.putCode(purpose)]
    case .issueToken: [.renewSession]
    case .endSession: [.endSession]
    case .disable: [.setState(.disabled)]
    case .enable: [.setState(.active)]
    case .setLabel(let name, let value): [.setLabel(name: name, value: value)]
    case .notifyOwner: [.tellOwner]
    case .delete: [.deleteAccount]
    }
  }
}
