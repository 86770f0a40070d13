internal import LinkPolicy

extension AdversaryModel {
  /// The switch for whose word nobody attempts some action in this environment; nil where somebody
  /// does.
  func leavingOut(_ action: ActionDefinition, _ kind: MethodKind?) -> ProofSwitch? {
    environment.leavingOut(action, kind, excludesAdministrators: excludes(.administration))
  }
}

extension ProofEnvironment {
  /// The switch for whose word nobody attempts some action; nil where somebody does.
  func leavingOut(
    _ action: ActionDefinition, _ kind: MethodKind?, excludesAdministrators: Bool
  ) -> ProofSwitch? {
    if action.isAdministrators {
      let isMarking = hasAdministrator && action.name == StandardAction.markVerified.name
      return excludesAdministrators && !isMarking ? .exclusion(.administration) : nil
    }
    if kind == .phone, !usesPhone {
      return .world(.phone)
    }
    if !mails,
      [StandardAction.sendLink.name, StandardAction.requestReset.name].contains(action.name)
    {
      return .world(.mailed)
    }
    let changing = [StandardAction.updateEmail.name, StandardAction.requestEmail.name]
    return !changesEmail && changing.contains(action.name) ? .world(.emailChanges) : nil
  }
}

extension ActionDefinition {
  /// Whether administrators alone make attempts of it: by its declaration, or since it names an account.
  var isAdministrators: Bool {
    guard let standard = StandardAction.allCases.first(where: { $0.name == name }) else {
      return pointsTo == .target
    }
    switch standard.doer {
    case .administrator: return true
    case .anybody, .sessionHolder, .mailbox: return false
    }
  }
}
