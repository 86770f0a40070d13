internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics
internal import LinkPolicyExploration

/// The review of refusals whose remedy, such as `reauthentication`, is unavailable or leads to the
/// same refusal again.
struct RemedyReview {
  private let policy: CompiledPolicy
  /// Whether an allowing row opens a session or makes the caller's session recent.
  private let renews: Bool
  /// Whether a row mails a code that an allowing row accepts as proof of an address.
  private let verifies: Bool
  /// Whether an account can lose all its methods, or be created without a method.
  private let leavesBareAccounts: Bool
  private(set) var findings: [ReviewFinding] = []
  private var found: Set<SourcePosition> = []

  init(_ policy: CompiledPolicy) {
    self.policy = policy
    let storage = policy.storage
    var (renews, leavesBareAccounts) = (false, false)
    var mailed: Set<CodePurpose> = []
    var taken: Set<CodePurpose> = []
    for table in storage.tables {
      let action = policy.vocabulary.actions[table.action]
      for row in table.rows {
        let templates = row.answer.effects.flatMap { $0.templates }
        let isAllowed = row.answer.error == nil
        renews =
          renews
          || isAllowed && (templates.contains(.openSession) || templates.contains(.renewSession))
        leavesBareAccounts =
          leavesBareAccounts || isAllowed && Self.leavesBareAccount(row, in: table, action: action)
        for template in templates {
          if case .putCode(let purpose) = template {
            mailed.insert(purpose)
          }
        }
        guard isAllowed, Self.provesAddress(templates) else { continue }
        let kinds = table.attemptKinds
        taken.formUnion(kinds.compactMap { action.carriesCode($0) ? action.codePurpose($0) : nil })
      }
    }
    self.renews = renews
    self.leavesBareAccounts = leavesBareAccounts
    verifies = !mailed.isDisjoint(with: taken)
  }

  /// Returns whether a row can leave an account without a method.
  private static func leavesBareAccount(
    _ row: CompiledRow, in table: CompiledTable, action: ActionDefinition
  ) -> Bool {
    let templates = row.answer.effects.flatMap { $0.templates }
    if templates.makeAccount {
      return table.kinds.isEmpty && !templates.contains(.putMethod(.password))
    }
    let severalAlone = ValueSet(of: FactValue.Methods.more)
    let hasOthers = row.conditions.contains {
      $0.fact == EngineFact.methods.rawValue && $0.values.isSubset(of: severalAlone)
    }
    return action.namesMethod && !hasOthers
      && templates.contains { template in
        guard case .removeMethods(let removal) = template else { return false }
        return switch removal {
        case .named, .ofKinds: true
        case .unproven, .others, .heldElsewhere: false
        }
      }
  }

  /// Returns whether writes prove an address, or let a person sign in through the mailbox.
  private static func provesAddress(_ templates: [WriteTemplate]) -> Bool {
    templates.contains { $0 == .setEmail(.verified) || $0 == .openSession }
  }

  /// Returns whether a row or guard of a table asks for a remedy.
  func examines(table index: Int) -> Bool {
    policy.storage.tables[index].rows.contains { $0.answer.ask != nil }
      || policy.guards(ofTable: index).contains { policy.storage.guards[$0].answer.ask != nil }
  }

  /// Reviews the remedies in one table.
  mutating func review(_ answers: inout TableAnswers) {
    var numbers: Set<Int> = []
    _ = answers.cells.algebra.mapping(answers.root) { number in
      numbers.insert(number)
      return number
    }
    for number in numbers.sorted() {
      guard let meaning = answers.book.meaning(number), let remedy = meaning.reply.ask,
        meaning.reply.refusal != nil
      else { continue }
      let asking = answers.cells.algebra.mapping(answers.root) { $0 == number ? 1 : 0 }
      let here = answers.cells.algebra.intersection(asking, answers.cells.space)
      guard let (set, why) = unmet(remedy, asking: here, answer: number, in: &answers),
        !set.isEmpty,
        let place = answers.place(of: set), found.insert(place.position).inserted
      else { continue }
      findings.append(
        ReviewFinding(
          Diagnostic(
            .vainRemedy, .warning,
            Self.what(place.row) + " asks for `" + remedy.name.text + "`, " + why
              + ", for example where " + answers.cells.example(of: set), at: place.position,
            help:
              "ask for another remedy or for none, or explain in `findings:` how callers can follow"
              + " this remedy")))
    }
  }

  private static func what(_ row: RowName) -> String {
    (row.table == "guards" ? "guard `" : "row `") + row.id.text + "`"
  }

  /// Returns the cells in which a remedy is unavailable or does not help, with the reason; nil or empty if the remedy
  /// helps in every cell.
  private func unmet(
    _ remedy: Remedy, asking: CellGraph, answer number: Int, in answers: inout TableAnswers
  ) -> (CellGraph, String)? {
    switch remedy {
    case .consent:
      let still = stillRefused(
        asking, answer: number, after: remedy, with: .consent,
        being: FactValue.Consent.given.rawValue, in: &answers)
      return (still, "and refuses with consent too")
    case .reauthentication:
      guard renews else { return (asking, "and no row makes a session recent") }
      let still = stillRefused(
        asking, answer: number, after: remedy, with: .session,
        being: FactValue.SessionValue.recent.rawValue, in: &answers)
      return (still, "and refuses in a recent session too")
    case .verification:
      return verifies
        ? nil : (asking, "and no row takes a mailed code or link that proves an address")
    case .existingCredential:
      return withoutCredential(asking, in: &answers)
    case .secondFactor:
      guard answers.axis(of: .factors) != nil else { return nil }
      let bare = answers.cells(where: .factors, isIn: [FactValue.Factors.none.rawValue])
      return (
        answers.cells.algebra.intersection(asking, bare),
        "and the account may lack a second factor"
      )
    }
  }

  /// Returns the cells in which the answer stays the same after the caller follows the remedy.
  ///
  /// After the remedy, `fact` has the given value, and the caller redeems the refusal's ticket.
  private func stillRefused(
    _ asking: CellGraph, answer number: Int, after remedy: Remedy, with fact: EngineFact,
    being value: Int, in answers: inout TableAnswers
  ) -> CellGraph {
    let met = [(fact, value), (.ticket, FactValue.TicketValue(remedy).rawValue)]
    var followed = answers.root
    var isTested = false
    for (fact, value) in met {
      guard let axis = answers.axis(of: fact) else { continue }
      isTested = true
      followed = answers.answers(where: axis, is: value, in: followed)
    }
    guard isTested else { return asking }
    let same = answers.cells.algebra.mapping(followed) { $0 == number ? 1 : 0 }
    return answers.cells.algebra.intersection(asking, same)
  }

  /// Returns the cells without an account, or with an account that may lack another credential, with the reason; nil if
  /// every cell has an account with another credential.
  private func withoutCredential(
    _ asking: CellGraph, in answers: inout TableAnswers
  ) -> (CellGraph, String)? {
    var sets: [(CellGraph, String)] = []
    if answers.axis(of: .account) != nil, answers.action.pointsTo == .credential {
      let nobody = answers.cells(
        where: .account, isIn: [FactValue.AccountVerification.none.rawValue])
      sets.append((nobody, "and there is no account"))
    }
    if leavesBareAccounts {
      let bare = answers.cells(where: .methods, isIn: [FactValue.Methods.none.rawValue])
      // Another subject of the same provider also counts as another credential.
      let others = answers.cells(
        where: .sameProvider, isIn: [FactValue.SameProvider.none.rawValue])
      let set = answers.cells.algebra.intersection(bare, others)
      sets.append((set, "and the account may lack every sign-in method"))
    }
    if answers.axis(of: .methods) != nil, answers.axis(of: .sameProvider) != nil {
      let one = answers.cells(where: .methods, isIn: [FactValue.Methods.one.rawValue])
      let used = answers.cells(
        where: .sameProvider, isIn: [FactValue.SameProvider.sameSubject.rawValue])
      let set = answers.cells.algebra.intersection(one, used)
      sets.append((set, "and the account's only sign-in method may be the method just used"))
    }
    for (set, why) in sets {
      let unmet = answers.cells.algebra.intersection(asking, set)
      if !unmet.isEmpty {
        return (unmet, why)
      }
    }
    return nil
  }
}
