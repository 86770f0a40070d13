internal import LinkPolicy

/// What a changed answer does to people and their accounts.
package enum ChangeKind: String, Sendable, CaseIterable {
  /// An attempt enters an existing account that it did not enter.
  case reachesMore = "reaches-more"
  /// Less is taken from an account: methods, factors, sessions, pending changes, the account.
  case dropsLess = "drops-less"
  /// A second account is made where there was one.
  case splits
  /// More is taken from an account.
  case dropsMore = "drops-more"
  /// An attempt no longer enters an existing account.
  case reachesLess = "reaches-less"
  /// None of these.
  case changes
  /// Only names differ, or what is shown, asked and told.
  case renames
  /// Proved to be out of reach from an empty store.
  case unreachable

  /// What became of an answer in a cell; empty where it means the same.
  ///
  /// `isThere` says whether an account is found there, by the credential, session, code or address.
  static func kinds(
    from old: AnswerMeaning, to new: AnswerMeaning, isThere: Bool
  ) -> [ChangeKind] {
    var (old, new) = (old, new)
    old.source = nil
    new.source = nil
    guard old != new else { return [] }
    let made = old.effects.contains { $0.createsAccount }
    let makes = new.effects.contains { $0.createsAccount }
    if isThere, makes, !made {
      return [.splits]
    }
    let entered = old.effects.enterAccount
    let enters = new.effects.enterAccount
    if entered != enters {
      return [enters ? .reachesMore : .reachesLess]
    }
    let before = Losses(old.effects, beside: new.effects)
    let after = Losses(new.effects, beside: old.effects)
    var kinds: [ChangeKind] = []
    if !before.subtracting(after).isEmpty {
      kinds.append(.dropsLess)
    }
    if !after.subtracting(before).isEmpty {
      kinds.append(.dropsMore)
    }
    guard kinds.isEmpty else { return kinds }
    let isSameDeed =
      old.effects == new.effects && old.isProof == new.isProof
      && (old.refusal == nil) == (new.refusal == nil)
    return [isSameDeed ? .renames : .changes]
  }
}

extension [Effect] {
  /// Whether they let the attempt into an account that was there before: by a session, by tokens,
  /// or by a method or password that opens it from now on.
  fileprivate var enterAccount: Bool {
    guard !contains(where: { $0.createsAccount }) else { return false }
    return contains { effect in
      switch effect {
      case .signIn, .issueToken, .link, .replaceSubject, .supersedeSubject, .refreshMethod,
        .seizeCredential, .setPassword:
        true
      case .create, .createWithoutAddress, .unlink, .dropUnproven, .drop, .dropFactors,
        .verifyEmail, .unverifyEmail, .setEmail, .adoptEmail, .clearEmail, .fillProfile,
        .overwriteProfile, .revokeSessions, .cancelPending, .rememberUndo, .sendCode, .endSession,
        .disable, .enable, .setLabel, .notifyOwner, .delete:
        false
      }
    }
  }
}

/// What effects take from an account.
private struct Losses: OptionSet {
  let rawValue: UInt64

  init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  private init(_ bit: Int) {
    rawValue = 1 << UInt64(bit)
  }

  private static func proven(_ kind: MethodKind) -> Losses { Losses(Int(kind.rawValue)) }
  private static func unproven(_ kind: MethodKind) -> Losses { Losses(8 + Int(kind.rawValue)) }
  private static let named = Losses(16)
  private static let formerSubject = Losses(17)
  private static let seized = Losses(18)
  private static let factors = Losses(19)
  private static let sessions = Losses(20)
  private static let ownSession = Losses(21)
  private static let pending = Losses(22)
  private static let address = Losses(23)
  private static let account = Losses(24)

  /// Where one answer supersedes a subject, another that replaces it takes that subject.
  init(_ effects: [Effect], beside others: [Effect]) {
    self = []
    for effect in effects {
      switch effect {
      case .drop(let kinds):
        for kind in kinds {
          formUnion([.proven(kind), .unproven(kind)])
        }
      case .dropUnproven:
        for kind in MethodKind.allCases {
          insert(.unproven(kind))
        }
      case .unlink: insert(.named)
      case .replaceSubject:
        if others.contains(.supersedeSubject) {
          insert(.formerSubject)
        }
      case .seizeCredential: insert(.seized)
      case .dropFactors: insert(.factors)
      case .revokeSessions: insert(.sessions)
      case .endSession: insert(.ownSession)
      case .cancelPending: insert(.pending)
      case .clearEmail: insert(.address)
      case .delete:
        insert(.account)
      case .create, .createWithoutAddress, .signIn, .link, .refreshMethod, .supersedeSubject,
        .setPassword, .verifyEmail,
        .unverifyEmail, .setEmail, .adoptEmail, .fillProfile, .overwriteProfile, .rememberUndo,
        .sendCode, .issueToken, .disable, .enable, .setLabel, .notifyOwner:
        break
      }
    }
  }
}

extension Effect {
  /// Whether it makes an account.
  var createsAccount: Bool { self == .create || self == .createWithoutAddress }
}
