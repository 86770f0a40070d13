internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration

/// A check whether the tables let every sign-in be repeated immediately, for any accounts (I13).
///
/// The repeated sign-in must reach the account of the first sign-in, and change only sessions.
///
/// The check covers every cell that allows a sign-in by a lasting credential, with or without a session. The check
/// determines the cells of the repeated attempt, and their answers. If the first attempt may have changed a fact about
/// the account, this fact can have any value in the repeated attempt. If the first attempt renews or ends sessions, the
/// fact about the caller's session can have any value too. Only the holder of the credential and the state of the
/// account are certain.
struct RepetitionTables {
  let policy: CompiledPolicy
  let settings: Settings

  private var vocabulary: Vocabulary { policy.vocabulary }

  // A mailed link can be used once, and each anonymous sign-in creates another account.
  private static let lasting: [MethodKind] = [.federated, .password, .phone, .custom, .passkey]

  /// Returns the rows and guards that may allow a sign-in that cannot be repeated; empty if every sign-in can be
  /// repeated.
  ///
  /// If a table has too many cells to check, the result includes all rows of the table.
  func suspects() -> [RowName] {
    let tables = policy.storage.tables.indices.filter { index in
      let table = policy.storage.tables[index]
      return vocabulary.actions[table.action].name == StandardAction.signIn.name
        && table.kinds.contains { Self.lasting.contains($0) }
    }
    return tables.flatMap { suspects(in: $0) }
  }

  private var inSession: ResolvedCondition {
    ResolvedCondition(
      .session,
      in: [
        FactValue.SessionValue.recent.rawValue, FactValue.SessionValue.old.rawValue,
        FactValue.SessionValue.revoked.rawValue,
      ])
  }
  private var withSession: ResolvedCondition {
    ResolvedCondition(
      .session, in: inSession.values.values + [FactValue.SessionValue.gone.rawValue])
  }
  private var lastingKinds: ResolvedCondition {
    ResolvedCondition(.kind, in: Self.lasting.map { Int($0.rawValue) })
  }
  private var known: ResolvedCondition {
    ResolvedCondition(.credential, in: [FactValue.CredentialValue.known.rawValue])
  }
  private var new: ResolvedCondition {
    ResolvedCondition(.credential, in: [FactValue.CredentialValue.new.rawValue])
  }
  private var addressVerified: ResolvedCondition {
    // An account without an address has no address to verify.
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
      distinguishing: given
        + [inSession, withSession, lastingKinds, known, new, addressVerified, active])
    let meant = decided.cells.cells(matching: given + [lastingKinds])
    var suspects: [RowName] = []
    for part in decided.parts {
      guard let answer = part.answer, answer.error == nil else { continue }
      let here = decided.cells.algebra.intersection(part.cells, meant)
      if !here.isEmpty, !isRepeatable(SignInWrites(answer), of: table, in: here, &decided) {
        suspects.append(part.row)
      }
    }
    return decided.isSpent ? decided.candidates.map { $0.row } : suspects
  }

  /// Returns whether every sign-in that an answer allows can be repeated, in all the given cells.
  private func isRepeatable(
    _ first: SignInWrites, of table: Int, in here: CellGraph, _ decided: inout DecidedCells
  ) -> Bool {
    // The invariant requires that the sign-in opens a session.
    guard first.signsIn else { return false }
    // If an answer writes only sessions, only the caller's session can differ at the repeated sign-in.
    if first.onlySessions {
      let live = decided.cells.algebra.intersection(
        here, decided.cells.cells(matching: [inSession]))
      guard first.changesSession, !live.isEmpty else { return true }
      let after = changingSession(in: live, &decided)
      return decided.parts.allSatisfy { part in
        guard !decided.cells.algebra.intersection(part.cells, after).isEmpty else { return true }
        guard let answer = part.answer, answer.error == nil else { return false }
        let second = SignInWrites(answer)
        return second.signsIn && second.onlySessions
      }
    }
    // The account's address identifies a password or mailed link, but an account can be created without an address. If
    // methods hold addresses, the account's address may differ from the asserted address.
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

  /// Returns the possible cells of the repeated attempt.
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
    var before = here
    if first.changesSession {
      let live = decided.cells.algebra.intersection(
        here, decided.cells.cells(matching: [inSession]))
      before = decided.cells.algebra.union(before, changingSession(in: live, &decided))
    }
    let all = decided.cells.algebra.forgetting(forgotten, in: before)
    return decided.cells.algebra.intersection(all, decided.cells.cells(matching: certain))
  }

  /// Returns the given cells, and all cells that differ from a given cell only in the state of the caller's session.
  private func changingSession(in live: CellGraph, _ decided: inout DecidedCells) -> CellGraph {
    let isSession = decided.cells.algebra.axes.map { $0.fact == EngineFact.session.rawValue }
    let all = decided.cells.algebra.forgetting(isSession, in: live)
    return decided.cells.algebra.intersection(all, decided.cells.cells(matching: [withSession]))
  }

  /// Whether the proof of an address depends on facts about the account.
  ///
  /// If the first attempt changes a fact about the account, the second attempt could prove the address although the
  /// first attempt did not.
  private var dependsOnAccount: Bool {
    policy.withDerived(policy.storage.proof).contains { condition in
      !vocabulary.schema.derived.contains(condition.fact)
        && vocabulary.isOfAccount(condition.fact) && !isOfAttempt(condition)
    }
  }

  /// Returns whether a condition only distinguishes attempts with an asserted address from attempts without one.
  private func isOfAttempt(_ condition: ResolvedCondition) -> Bool {
    guard condition.fact == EngineFact.address.rawValue else { return false }
    let holders = ValueSet(
      of: FactValue.Address.free, FactValue.Address.own, FactValue.Address.taken,
      FactValue.Address.several)
    let met = condition.values.intersection(holders)
    return met.isEmpty || met == holders
  }
}

/// The writes of an answer to a sign-in, as far as they affect a repetition of the sign-in.
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
  /// Whether the writes can change the state of a live session of the caller.
  var changesSession: Bool {
    templates.contains { template in
      switch template {
      case .renewSession, .endSession, .endSessions, .deleteAccount: true
      case .insertAccount, .setEmail, .setProfile, .setState, .setLabel, .setIdentifier,
        .clearIdentifier, .putMethod,
        .removeMethods, .supersedeOthers, .dropFactors, .setFactors, .openSession, .putCode,
        .cancelCodes,
        .tellOwner:
        false
      }
    }
  }

  /// Whether the check can derive the facts of the repeated attempt from the writes.
  var isFollowed: Bool {
    templates.allSatisfy { template in
      switch template {
      // The key of a password changes with the address, and a removal at another account may affect the account of the
      // attempt.
      case .deleteAccount, .setEmail(.none), .setEmail(.unverified), .setEmail(.asserted),
        .setEmail(.assertedWhereNone), .setState, .setIdentifier, .clearIdentifier,
        .putMethod(.password),
        .removeMethods(.heldElsewhere), .removeMethods(.named), .setFactors:
        false
      case .insertAccount, .setEmail(.verified), .setProfile, .setLabel, .putMethod,
        .removeMethods, .supersedeOthers, .dropFactors, .openSession, .renewSession, .endSession,
        .endSessions, .putCode, .cancelCodes, .tellOwner:
        true
      }
    }
  }

  /// Whether every account has the attempt's credential after the writes.
  var storesCredential: Bool {
    guard let stored = templates.lastIndex(where: Self.isOwnMethod) else { return false }
    return !templates[stored...].contains(where: Self.removes)
  }

  /// Whether the writes leave the attempt's credential on every account that has it.
  var keepsCredential: Bool { storesCredential || !templates.contains(where: Self.removes) }

  /// Returns whether the writes of the second sign-in change only sessions if they directly follow the first sign-in.
  ///
  /// - Parameters:
  ///   - first: the writes of the answer to the first sign-in.
  ///   - isNew: whether the credential may have been unknown before.
  ///   - vocabulary: the vocabulary that declares the labels and the providers.
  /// - Returns: true if the writes change only sessions at any account.
  func changesNothing(after first: SignInWrites, isNew: Bool, under vocabulary: Vocabulary) -> Bool
  {
    // A provider may assert a name only at the first sign-in. A second sign-in that overwrites the profile clears the
    // name.
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
        // The second sign-in can find an account by the identifier that the first sign-in stored.
        case .setIdentifier, .clearIdentifier: return false
        case .insertAccount, .deleteAccount, .setEmail, .setState, .putMethod(.password),
          .removeMethods, .supersedeOthers, .setFactors, .openSession, .renewSession, .endSession,
          .endSessions, .putCode, .tellOwner:
          return false
        }
      }
  }

  private var mailsAny: Bool { templates.contains { $0.kind == .putCode } }
  /// Returns whether the writes label methods only after they store the attempt's method.
  ///
  /// A label that is set earlier may be on a method that the attempt's method replaces.
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

  /// Returns whether a write can remove the attempt's method.
  private static func removes(_ template: WriteTemplate) -> Bool {
    switch template {
    case .removeMethods(.others): false
    case .removeMethods, .deleteAccount: true
    case .insertAccount, .setEmail, .setProfile, .setState, .setLabel, .setIdentifier,
      .clearIdentifier, .putMethod, .supersedeOthers,
      .dropFactors, .setFactors, .openSession, .renewSession, .endSession, .endSessions, .putCode,
      .cancelCodes,
      .tellOwner:
      false
    }
  }

  private static func isOfSessions(_ template: WriteTemplate) -> Bool {
    switch template {
    case .openSession, .renewSession, .endSession, .endSessions, .tellOwner: true
    case .insertAccount, .deleteAccount, .setEmail, .setProfile, .setState, .setLabel,
      .setIdentifier, .clearIdentifier, .putMethod,
      .removeMethods, .supersedeOthers, .dropFactors, .setFactors, .putCode, .cancelCodes:
      false
    }
  }
}
