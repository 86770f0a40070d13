/// Which effects cannot stand behind which.
extension EffectRules {
  /// Effects of which one must stand before the other, with the reason.
  private struct Order {
    var earlier: (Effect) -> Bool
    var later: (Effect) -> Bool
    var reason: String
  }

  private static func isDrop(_ effect: Effect) -> Bool {
    switch effect {
    case .drop, .dropUnproven: true
    case .create, .createWithoutAddress, .signIn, .link, .replaceSubject, .supersedeSubject,
      .seizeCredential, .refreshMethod, .unlink, .dropFactors, .setPassword, .verifyEmail,
      .unverifyEmail, .setEmail, .adoptEmail, .clearEmail, .fillProfile, .overwriteProfile,
      .revokeSessions, .cancelPending, .rememberUndo, .sendCode, .issueToken, .endSession,
      .disable, .enable, .setLabel, .notifyOwner, .delete:
      false
    }
  }

  static func isLink(_ effect: Effect) -> Bool {
    switch effect {
    case .link, .replaceSubject, .supersedeSubject, .seizeCredential: true
    case .create, .createWithoutAddress, .signIn, .refreshMethod, .unlink, .dropUnproven, .drop,
      .dropFactors, .setPassword, .verifyEmail, .unverifyEmail, .setEmail, .adoptEmail,
      .clearEmail, .fillProfile, .overwriteProfile, .revokeSessions, .cancelPending,
      .rememberUndo, .sendCode, .issueToken, .endSession, .disable, .enable, .setLabel,
      .notifyOwner, .delete:
      false
    }
  }

  private static func opensSession(_ effect: Effect) -> Bool {
    effect == .signIn || effect == .issueToken
  }

  private static func isCreation(_ effect: Effect) -> Bool {
    effect == .create || effect == .createWithoutAddress
  }

  private static var orders: [Order] {
    [
      Order(
        earlier: isDrop, later: { isLink($0) || $0 == .setEmail },
        reason: "what is added or changed first would be dropped with the rest"),
      Order(
        earlier: { $0 == .rememberUndo }, later: { $0 == .setEmail },
        reason: "the old address is gone by then"),
      Order(
        earlier: { $0 == .setEmail || $0 == .adoptEmail }, later: { $0 == .verifyEmail },
        reason: "a new address comes unverified"),
      Order(
        earlier: { $0 == .revokeSessions }, later: opensSession,
        reason: "the session just opened would be revoked"),
      Order(
        earlier: { _ in true }, later: { $0 == .delete },
        reason: "nothing can follow a delete"),
      Order(
        earlier: isCreation, later: { !isCreation($0) },
        reason: "there is no account before it is created"),
    ]
  }

  /// The first pair of effects that stand the wrong way round.
  static func disorder(in effects: [Effect]) -> (earlier: Effect, later: Effect, reason: String)? {
    for order in orders {
      for (index, later) in effects.enumerated() where order.later(later) {
        for earlier in effects[(index + 1)...] where order.earlier(earlier) {
          return (earlier, later, order.reason)
        }
      }
    }
    return nil
  }
}
