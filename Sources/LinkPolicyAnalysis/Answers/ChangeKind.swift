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
  package static func kinds(
    from old: AnswerMeaning, to new: AnswerMeaning, isThere: Bool
  ) -> [ChangeKind] {
    var (old, new) = (old, new)
    old.source = nil
    new.source = nil
    guard old != new else { return [] }
    if isThere, new.writes.makeAccount, !old.writes.makeAccount {
      return [.splits]
    }
    let entered = old.writes.enterAccount
    let enters = new.writes.enterAccount
    if entered != enters {
      return [enters ? .reachesMore : .reachesLess]
    }
    let before = Losses(old.writes, beside: new.writes)
    let after = Losses(new.writes, beside: old.writes)
    var kinds: [ChangeKind] = []
    if !before.subtracting(after).isEmpty {
      kinds.append(.dropsLess)
    }
    if !after.subtracting(before).isEmpty {
      kinds.append(.dropsMore)
    }
    guard kinds.isEmpty else { return kinds }
    let isSameDeed =
      old.writes == new.writes && old.isProof == new.isProof
      && (old.reply.refusal == nil) == (new.reply.refusal == nil)
    return [isSameDeed ? .renames : .changes]
  }
}

extension [WriteTemplate] {
  /// Whether they make an account.
  package var makeAccount: Bool { contains { $0.kind == .insertAccount } }

  /// Whether they let the attempt into an account that was there before: by a session, by tokens,
  /// or by a method or password that opens it from now on.
  fileprivate var enterAccount: Bool {
    guard !makeAccount else { return false }
    return contains { template in
      switch template {
      case .openSession, .renewSession, .putMethod: true
      case .insertAccount, .deleteAccount, .setEmail, .setProfile, .setState, .setLabel,
        .removeMethods, .supersedeOthers, .dropFactors, .endSession, .endSessions, .putCode,
        .cancelCodes, .tellOwner:
        false
      }
    }
  }
}

/// What writes take from an account.
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
  init(_ templates: [WriteTemplate], beside others: [WriteTemplate]) {
    self = []
    for template in templates {
      switch template {
      case .removeMethods(let removal):
        switch removal {
        case .ofKinds(let kinds):
          for kind in kinds {
            formUnion([.proven(kind), .unproven(kind)])
          }
        case .unproven:
          for kind in MethodKind.allCases {
            insert(.unproven(kind))
          }
        case .named: insert(.named)
        case .others:
          if others.contains(.supersedeOthers) {
            insert(.formerSubject)
          }
        case .heldElsewhere: insert(.seized)
        }
      case .setEmail(let change):
        switch change {
        case .none: insert(.address)
        case .verified, .unverified, .asserted, .assertedWhereNone: break
        }
      case .dropFactors: insert(.factors)
      case .endSessions: insert(.sessions)
      case .endSession: insert(.ownSession)
      case .cancelCodes: insert(.pending)
      case .deleteAccount: insert(.account)
      case .insertAccount, .setProfile, .setState, .setLabel, .putMethod, .supersedeOthers,
        .openSession, .renewSession, .putCode, .tellOwner:
        break
      }
    }
  }
}
