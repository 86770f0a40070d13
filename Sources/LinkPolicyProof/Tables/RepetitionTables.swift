internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyReview

/// What the tables show of sign-ins that are repeated at once, whatever accounts there are: the second signs in to the same
/// account, and changes nothing but sessions.
///
/// Asked of every cell of a sign-in in no session with a credential that lasts, in which it is let through: which cells the
/// same attempt can be in afterwards, and what is answered there. What the first attempt has changed of the account may
/// have any value then, but for what is certain: that the account has the credential, and what state it is in.
struct RepetitionTables {
  let policy: CompiledPolicy
  let settings: Settings

  private var vocabulary: Vocabulary { policy.vocabulary }

  // A mailed link is used up, and an anonymous sign-in is another account each time.
  private static let lasting: [MethodKind] = [.federated, .password, .phone, .custom]

  /// The rows and guards that may let a sign-in through which cannot be repeated, or, where a table is too intricate to
  /// be asked, all that let any through; empty where every one can be repeated.
  func suspects() -> [RowName] {
    let tables = policy.storage.tables.indices.filter { index in
      let table = policy.storage.tables[index]
      return vocabulary.actions[table.action].name == StandardAction.signIn.name
        && table.kinds.contains { Self.lasting.contains($0) }
    }
    return tables.flatMap { suspects(in: $0) }
  }

  private var none: ResolvedCondition {
    ResolvedCondition(.session, in: [FactValue.Session.none.rawValue])
  }
  private var lastingKinds: ResolvedCondition {
    ResolvedCondition(.kind, in: Self.lasting.map { Int($0.rawValue) })
  }
  private var known: ResolvedCondition {
    ResolvedCondition(.credential, in: [FactValue.Credential.known.rawValue])
  }
  private var new: ResolvedCondition {
    ResolvedCondition(.credential, in: [FactValue.Credential.new.rawValue])
  }
  private var addressVerified: ResolvedCondition {
    // An account without an address has none to verify.
    ResolvedCondition(
      .account,
      in: [
        FactValue.AccountVerification.noAddress.rawValue,
        FactValue.AccountVerification.verified.rawValue,
      ])
  }
  private var active: ResolvedCondition {
    ResolvedCondition(.accountState, in: [FactValue.AccountState.active.rawValue])
  }

  private func suspects(in table: Int) -> [RowName] {
    let given = policy.conditions(onGiven: settings)
    var decided = DecidedCells(
      ofTable: table, of: policy,
      distinguishing: given + [none, lastingKinds, known, new, addressVerified, active])
    let meant = decided.cells.cells(matching: given + [none, lastingKinds])
    var suspects: [RowName] = []
    for part in decided.parts {
      guard let answer = part.answer, answer.error == nil else { continue }
      let here = decided.cells.algebra.intersection(part.cells, meant)
      if !here.isEmpty, !isRepeatable(SignInWrites(answer), of: table, in: here, &decided) {
        suspects.append(part.row)
      }
    }
    return decided.isSpent ? decided.parts.map { $0.row } : suspects
  }

  /// Whether what is let through by an answer can be repeated, in all of some cells.
  private func isRepeatable(
    _ first: SignInWrites, of table: Int, in here: CellGraph, _ decided: inout DecidedCells
  ) -> Bool {
    // Without a session there is nothing that the invariant is about.
    guard first.signsIn else { return false }
    // Where only sessions are written everything is as it was, and so is the answer.
    if first.onlySessions {
      return true
    }
    // A password or mailed link is held by the account's own address, which one that is made without has not, and which where
    // methods hold addresses need not be the one that is asserted.
    let isOfAddress = policy.storage.tables[table].kinds.contains { $0.isSubjectTheAddress }
    let canMissAddress = first.makesWithoutAddress || vocabulary.addresses.heldBy == .methods
    guard first.isFollowed, !dependsOnAccount, !(isOfAddress && canMissAddress) else {
      return false
    }
    let held = decided.cells.algebra.intersection(here, decided.cells.cells(matching: [known]))
    let unheld = decided.cells.algebra.intersection(here, decided.cells.cells(matching: [new]))
    let both = decided.cells.algebra.union(held, unheld)
    guard decided.cells.algebra.difference(here, both).isEmpty,
      held.isEmpty || first.keepsCredential, unheld.isEmpty || first.storesCredential
    else { return false }
    let after = after(first, in: here, &decided)
    return decided.parts.allSatisfy { part in
      guard !decided.cells.algebra.intersection(part.cells, after).isEmpty else { return true }
      guard let answer = part.answer, answer.error == nil else { return false }
      return SignInWrites(answer).changesNothing(
        after: first, isNew: !unheld.isEmpty, under: vocabulary)
    }
  }

  /// The cells in which the attempt can be when it is repeated.
  private func after(
    _ first: SignInWrites, in here: CellGraph, _ decided: inout DecidedCells
  ) -> CellGraph {
    let forgotten = decided.cells.algebra.axes.map { axis in
      vocabulary.isOfAccount(axis.fact)
        && (axis.fact != EngineFact.accountState.rawValue || first.makesAccount)
    }
    var certain = [known]
    if first.makesAccount {
      certain.append(active)
    }
    if first.verifies {
      certain.append(addressVerified)
    }
    let all = decided.cells.algebra.forgetting(forgotten, in: here)
    return decided.cells.algebra.intersection(all, decided.cells.cells(matching: certain))
  }

  /// Whether it depends on the account whether a method counts as proof of its address: it could then with the second attempt.
  private var dependsOnAccount: Bool {
    policy.withDerived(policy.storage.proof).contains { condition in
      !vocabulary.schema.derived.contains(condition.fact)
        && vocabulary.isOfAccount(condition.fact) && !isOfAttempt(condition)
    }
  }

  /// Whether a condition asks of an address no more than whether the attempt asserts one.
  private func isOfAttempt(_ condition: ResolvedCondition) -> Bool {
    guard condition.fact == EngineFact.address.rawValue else { return false }
    let holders = ValueSet(
      of: FactValue.Address.free, FactValue.Address.own, FactValue.Address.taken,
      FactValue.Address.several)
    let met = condition.values.intersection(holders)
    return met.isEmpty || met == holders
  }
}

/// What an answer to a sign-in writes, as far as it matters to the same sign-in made again.
private struct SignInWrites {
  private let templates: [WriteTemplate]

  init(_ answer: CompiledAnswer) {
    templates = answer.effects.flatMap { $0.templates }
  }

  var signsIn: Bool { templates.contains(.openSession) }
  var makesAccount: Bool { templates.contains { $0.kind == .insertAccount } }
  var makesWithoutAddress: Bool { templates.contains(.insertAccount(withAddress: false)) }
  var verifies: Bool { templates.contains(.setEmail(.verified)) }
  var onlySessions: Bool { templates.allSatisfy(Self.isOfSessions) }

  /// Whether it is known what the attempt finds after such writes.
  var isFollowed: Bool {
    templates.allSatisfy { template in
      switch template {
      // The credential of a password goes with the address, and what is taken from elsewhere may be missed there.
      case .deleteAccount, .setEmail(.none), .setEmail(.unverified), .setEmail(.asserted),
        .setEmail(.assertedWhereNone), .setState, .putMethod(.password),
        .removeMethods(.heldElsewhere), .removeMethods(.named):
        false
      case .insertAccount, .setEmail(.verified), .setProfile, .setLabel, .putMethod,
        .removeMethods, .supersedeOthers, .dropFactors, .openSession, .renewSession, .endSession,
        .endSessions, .putCode, .cancelCodes, .tellOwner:
        true
      }
    }
  }

  /// Whether the account has the attempt's credential afterwards, whatever was there.
  var storesCredential: Bool {
    guard let stored = templates.lastIndex(where: Self.isOwnMethod) else { return false }
    return !templates[stored...].contains(where: Self.removes)
  }

  /// Whether an account that has it still has it afterwards.
  var keepsCredential: Bool { storesCredential || !templates.contains(where: Self.removes) }

  /// Whether such writes change nothing but sessions where another answer's were carried out for the same attempt just before.
  ///
  /// - Parameters:
  ///   - first: what was written before.
  ///   - isNew: whether nobody may have had the credential then.
  ///   - vocabulary: what labels are borne by, and what providers give.
  /// - Returns: whether that is so whatever the account has.
  func changesNothing(after first: SignInWrites, isNew: Bool, under vocabulary: Vocabulary) -> Bool
  {
    // A name that is given once comes with the first sign-in alone, and is cleared by the second where it overwrites.
    let losesName =
      isNew
      && vocabulary.providers.providers.contains { $0.givesNameOnce && !$0.givesName }
    return signsIn
      && templates.allSatisfy { template in
        if Self.isOfSessions(template) {
          return true
        }
        switch template {
        case .putMethod(.attempts): return first.storesCredential
        case .putMethod(.attemptsInPlaceOfOthers):
          return first.templates.contains(template) && first.storesCredential
        case .setEmail(.verified), .dropFactors: return first.templates.contains(template)
        case .setProfile(let blanksOnly):
          let isWritten =
            first.templates.contains(.setProfile(blanksOnly: false))
            || (blanksOnly && first.templates.contains(template))
          return isWritten && (blanksOnly || !losesName)
        case .cancelCodes: return first.templates.contains(template) && !mailsAny && !first.mailsAny
        case .setLabel: return first.labels == labels && first.marksWhatItStores(vocabulary)
        case .insertAccount, .deleteAccount, .setEmail, .setState, .putMethod(.password),
          .removeMethods, .supersedeOthers, .openSession, .renewSession, .endSession, .endSessions,
          .putCode, .tellOwner:
          return false
        }
      }
  }

  private var mailsAny: Bool { templates.contains { $0.kind == .putCode } }
  /// Whether labels of methods are set on the method that is there afterwards, not on one that it takes the place of.
  private func marksWhatItStores(_ vocabulary: Vocabulary) -> Bool {
    guard let stored = templates.lastIndex(where: Self.isOwnMethod) else { return true }
    return !templates[..<stored].contains { template in
      guard case .setLabel(let name, _) = template else { return false }
      return vocabulary.labels.contains { $0.name.value == name && $0.bearer == .method }
    }
  }

  private var labels: [WriteTemplate] { templates.filter { $0.kind == .setLabel } }

  private static func isOwnMethod(_ template: WriteTemplate) -> Bool {
    template == .putMethod(.attempts) || template == .putMethod(.attemptsInPlaceOfOthers)
  }

  /// Whether a write can take the attempt's own method away.
  private static func removes(_ template: WriteTemplate) -> Bool {
    switch template {
    case .removeMethods(.others): false
    case .removeMethods, .deleteAccount: true
    case .insertAccount, .setEmail, .setProfile, .setState, .setLabel, .putMethod, .supersedeOthers,
      .dropFactors, .openSession, .renewSession, .endSession, .endSessions, .putCode, .cancelCodes,
      .tellOwner:
      false
    }
  }

  private static func isOfSessions(_ template: WriteTemplate) -> Bool {
    switch template {
    case .openSession, .renewSession, .endSession, .endSessions, .tellOwner: true
    case .insertAccount, .deleteAccount, .setEmail, .setProfile, .setState, .setLabel, .putMethod,
      .removeMethods, .supersedeOthers, .dropFactors, .putCode, .cancelCodes:
      false
    }
  }
}
