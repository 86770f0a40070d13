internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Tables that no move of an exploration comes to, and that do something to accounts.
///
/// The moves are those of the standard actions that open an account, bring methods to it or take them away. What
/// a policy's own action does is not among them, nor what re-authenticating, refreshing, reloading, signing out and
/// editing a profile do beyond what they are for; a policy that decides one otherwise has not been looked at as a
/// whole.
struct UnplayedActions: Sendable {
  /// The first such table by its key; nil where there is none.
  let table: Name?

  init(_ policy: CompiledPolicy) {
    table =
      policy.storage.tables.first { table in
        let action = policy.vocabulary.actions[table.action]
        guard !Self.isPlayed(action), !action.isAdministrators else { return false }
        let isOwn = !StandardAction.allCases.contains { $0.name == action.name }
        return table.rows.contains { row in
          row.answer.effects.contains { Self.changesAccess($0, isOwn: isOwn) }
        }
      }?.key
  }

  private static func isPlayed(_ action: ActionDefinition) -> Bool {
    guard let standard = StandardAction.allCases.first(where: { $0.name == action.name }) else {
      return false
    }
    switch standard {
    case .signIn, .signUp, .link, .unlink, .updateEmail, .requestEmail, .confirmEmail,
      .recoverEmail, .requestVerification, .verifyEmail, .sendLink, .updatePassword, .requestReset,
      .resetPassword, .delete, .markVerified:
      return true
    case .reauthenticate, .updateProfile, .refresh, .reload, .signOut, .signInMethods, .adminCreate,
      .adminDelete, .adminAttach, .markUnverified, .disable, .enable:
      return false
    }
  }

  /// Whether an effect does more than what standard actions are for that are not played: renewing or ending a session,
  /// storing the assertion again, editing a profile.
  private static func changesAccess(_ effect: Effect, isOwn: Bool) -> Bool {
    switch effect {
    case .issueToken, .endSession, .fillProfile, .overwriteProfile, .notifyOwner: false
    case .signIn, .refreshMethod: isOwn
    case .create, .createWithoutAddress, .link, .replaceSubject, .supersedeSubject,
      .seizeCredential, .unlink, .dropUnproven, .drop, .dropFactors, .setPassword, .verifyEmail,
      .unverifyEmail, .setEmail, .adoptEmail, .clearEmail, .revokeSessions, .cancelPending,
      .rememberUndo, .sendCode, .disable, .enable, .setLabel, .delete:
      true
    }
  }
}
