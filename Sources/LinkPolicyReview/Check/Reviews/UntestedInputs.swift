internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics
internal import LinkPolicyExploration

/// The review of inputs such as `nonce`: a policy must not answer a failed check as if the check had passed.
struct UntestedInputs {
  /// A table that answers a failed check like a passed check.
  private struct AcceptingTable {
    var table: Name
    var example: String
    var row: RowName
    var position: SourcePosition
    var providers: [Int]
  }

  /// The tables that accept a value of a failed check, and the number of extended policies that share the finding.
  private struct InputFinding {
    var depth: Int
    var parts: [AcceptingTable]
  }

  private let policy: CompiledPolicy
  private let inputs = CallersInput.all
  /// The facts that at least one condition of the policy tests.
  private let tested: ValueSet
  private let inherited: [InheritedFindings]
  private var found: [FindingCells.FindingKey: InputFinding] = [:]
  /// The cells of each finding, for policies that extend this policy; nil if the review keeps no cells.
  private(set) var cells: [FindingCells.FindingKey: FindingCells]?

  init(_ policy: CompiledPolicy, beyond inherited: [InheritedFindings], keepsCells: Bool) {
    self.policy = policy
    self.inherited = inherited
    cells = keepsCells ? [:] : nil
    var tested = ValueSet()
    for condition in policy.conditions {
      tested.insert(condition.fact)
    }
    self.tested = tested
  }

  /// Returns the level of a finding about an input: a warning, or a note if the service may check the input itself.
  private func level(of input: CallersInput) -> Diagnostic.Level {
    switch input.scope {
    case .always: .warning
    case .whereTested: tested.contains(input.fact.rawValue) ? .warning : .note
    }
  }

  /// Returns the inputs that attempts of a table carry; empty if no row of the table allows an attempt with an effect.
  private func inputs(ofTable index: Int) -> [CallersInput] {
    let table = policy.storage.tables[index]
    let action = policy.vocabulary.actions[table.action]
    let kinds = table.attemptKinds
    guard table.rows.contains(where: { $0.answer.error == nil && !$0.answer.effects.isEmpty })
    else { return [] }
    return inputs.filter { input in kinds.contains { input.isCarried(action, $0) } }
  }

  /// Returns the conditions that the cells of a table must distinguish for this review.
  ///
  /// The conditions separate all values of an input, because some values are possible only with some accounts and
  /// codes.
  func conditions(ofTable index: Int) -> [ResolvedCondition] {
    let used = inputs(ofTable: index).map { $0.fact.rawValue }.filter {
      policy.vocabulary.usedFacts.contains($0)
    }
    return AnswerGraph.everyValue(of: used, policy.vocabulary.schema)
  }

  /// Returns whether the attempts of a table carry an input to review.
  func examines(table index: Int) -> Bool { !inputs(ofTable: index).isEmpty }

  /// Reviews the inputs that one table's attempts carry.
  mutating func review(_ answers: inout TableAnswers) {
    for input in inputs(ofTable: answers.table) {
      guard let axis = answers.axis(of: input.fact) else {
        // Skips the value for an unstated fact, because every attempt of this table may state the fact.
        let unset = input.fact.described.unset
        let all = letThrough(input, in: &answers)
        for value in input.bad where value != unset {
          add(input, value: value, set: all, in: &answers)
        }
        continue
      }
      for value in input.bad {
        let set = letThroughAlike(input, value: value, axis: axis, in: &answers)
        add(input, value: value, set: set, in: &answers)
      }
    }
  }

  /// Returns the cells in which an attempt carries the input and gets an answer that should require a passed check.
  private func letThrough(_ input: CallersInput, in answers: inout TableAnswers) -> CellGraph {
    let book = answers.book
    let protecting = answers.cells.algebra.mapping(answers.root) { number in
      book.meaning(number).map { input.isProtecting($0) } ?? false ? 1 : 0
    }
    let action = answers.action
    let kinds = answers.kinds.compactMap { $0 }.filter { input.isCarried(action, $0) }
    let here =
      kinds.isEmpty
      ? answers.cells.space : answers.cells(where: .kind, isIn: kinds.map { Int($0.rawValue) })
    return answers.cells.algebra.intersection(protecting, here)
  }

  /// Returns the cells in which a failed check gets the same answer as a passed check, under all settings.
  private func letThroughAlike(
    _ input: CallersInput, value: Int, axis: Int, in answers: inout TableAnswers
  ) -> CellGraph {
    let book = answers.book
    let given = answers.answers(where: axis, is: value)
    var wanted = answers.answers(where: axis, is: input.good)
    if let companion = input.companion, let other = answers.axis(of: companion.fact),
      answers.kinds.contains(.emailLink)
    {
      wanted = answers.answers(where: other, is: companion.good, in: wanted)
    }
    let comparison = answers.cells.algebra.pairing(given, wanted) { given, wanted in
      guard let given = book.meaning(given), let wanted = book.meaning(wanted) else { return 0 }
      guard input.isProtecting(wanted) else { return 0 }
      var (first, second) = (given, wanted)
      first.source = nil
      second.source = nil
      return first == second ? 1 : 2
    }
    let alike = answers.cells.algebra.mapping(comparison) { $0 == 1 ? 1 : 0 }
    guard !alike.isEmpty else { return .empty }
    // No finding is needed if a setting switches the check on, because a service that needs the check can use the
    // setting.
    let different = answers.cells.algebra.mapping(comparison) { $0 == 2 ? 1 : 0 }
    let settings = answers.schema.settings
    let switched = answers.cells.algebra.forgetting(
      answers.cells.algebra.axes.map { settings.contains($0.fact) }, in: different)
    let open = answers.cells.algebra.difference(alike, switched)
    let here = answers.cells(where: input.fact, isIn: [value])
    return answers.cells.algebra.intersection(open, here)
  }

  private mutating func add(
    _ input: CallersInput, value: Int, set: CellGraph, in answers: inout TableAnswers
  ) {
    guard !set.isEmpty else { return }
    let subject = input.fact.name.text + "/" + input.fact.values[value].text
    let key = FindingCells.FindingKey(code: .untestedInput, subject: subject, table: answers.key)
    if cells != nil {
      cells?[key] = FindingCells(set, in: &answers.cells, schema: answers.schema)
    }
    let newest = inherited.newest(of: set, for: key, in: &answers.cells, schema: answers.schema)
    let all = FindingCells.FindingKey(code: .untestedInput, subject: subject, table: "")
    if let known = found[all], newest.depth > known.depth { return }
    guard let place = answers.place(of: newest.cells) else { return }
    var position = place.position
    if !inherited.isEmpty, newest.depth == 0 {
      position = answers.overlayPlace(of: newest.cells) ?? position
    }
    let part = AcceptingTable(
      table: answers.key, example: answers.cells.example(of: newest.cells), row: place.row,
      position: position, providers: providers(of: input, in: newest.cells, &answers))
    if found[all]?.depth == newest.depth {
      found[all]?.parts.append(part)
    } else {
      found[all] = InputFinding(depth: newest.depth, parts: [part])
    }
  }

  /// Returns the providers of a table's attempts in a set of cells.
  private func providers(
    of input: CallersInput, in set: CellGraph, _ answers: inout TableAnswers
  ) -> [Int] {
    let declared = policy.vocabulary.providers.providers
    let action = answers.action
    let kinds = answers.kinds.compactMap { $0 }.filter { input.isCarried(action, $0) }
    let offered = declared.indices.filter { provider in
      kinds.contains { declared[provider].kinds.contains($0) }
    }
    guard let axis = answers.axis(of: .provider) else { return offered }
    let box = CellBox(answers.cells.algebra.axes.map { .all($0.classCount) })
    let classes = answers.cells.algebra.classes(of: axis, in: set, within: box)
    let values = answers.cells.algebra.axes[axis].values(of: classes)
    return offered.filter { values.contains($0) }
  }

  // MARK: Findings

  var findings: [ReviewFinding] {
    inputs.flatMap { input in
      input.bad.compactMap { value in finding(input, value) }
    }
  }

  private func finding(_ input: CallersInput, _ value: Int) -> ReviewFinding? {
    let fact = input.fact.name.text
    let word = input.fact.values[value].text
    let subject = fact + "/" + word
    let key = FindingCells.FindingKey(code: .untestedInput, subject: subject, table: "")
    guard let found = found[key],
      let first = found.parts.first
    else { return nil }
    let tables = found.parts.map { $0.table }
    var providers: [Int] = []
    for provider in found.parts.flatMap({ $0.providers }) where !providers.contains(provider) {
      providers.append(provider)
    }
    let names = providers.sorted().map { policy.vocabulary.providers.providers[$0].id }
    let accepted = Self.list(tables) + (tables.count == 1 ? " accepts `" : " accept `")
    let senders = names.isEmpty ? "" : ", for attempts with " + Self.list(names)
    let diagnostic = Diagnostic(
      .untestedInput, level(of: input),
      accepted + fact + ": " + word + "` like `" + fact + ": "
        + input.fact.values[input.good].text + "`" + senders + ", for example in `"
        + first.table.text + "` where " + first.example, at: first.position,
      help: "any caller can cause this value, so test `" + fact
        + "` in a row or guard; if the service itself makes this check, say so in `findings:` at `"
        + subject + "`",
      related: found.parts.dropFirst().prefix(3).map {
        Diagnostic.Related("row `" + $0.row.text + "` also lets the value through", at: $0.position)
      })
    return ReviewFinding(
      diagnostic, subject: subject, depth: inherited.isEmpty ? nil : found.depth)
  }

  /// Returns a list of up to five names; from a longer list, the first four names and the number of the others.
  private static func list(_ names: [Name]) -> String {
    let shown = 4
    guard names.count > shown + 1 else { return RowReview.list(names) }
    return RowReview.list(Array(names.prefix(shown))) + " and \(names.count - shown) more"
  }
}

/// A fact whose value shows whether a check passed, and the values that a caller can supply without passing the check.
struct CallersInput {
  /// The level of the finding if no condition of a policy tests the fact.
  enum Scope {
    /// A warning, because only the policy can make the check.
    case always
    /// A note, because the service may make the check itself before the policy decides.
    case whereTested
  }

  let fact: EngineFact
  let scope: Scope
  /// The value that shows that the check passed, such as `matched` for a nonce.
  let good: Int
  /// The values that any caller can supply without passing the check.
  let bad: [Int]
  /// A second fact that must show a passed check; nil if the check concerns a single fact.
  ///
  /// For example, the address of a link can be compared only if the code of the link is known.
  let companion: (fact: EngineFact, good: Int)?

  /// All facts that show whether a check passed, such as `nonce`.
  static let all = EngineFact.allCases.compactMap { CallersInput($0) }

  /// Creates the input for a fact; nil for a fact that shows no check.
  private init?(_ fact: EngineFact) {
    switch fact {
    case .secret, .code, .linkAddress, .linkDomain: scope = .always
    case .nonce, .requestedBy, .codeCredential: scope = .whereTested
    // Rows test `connection` and `consent` to reward an unusually good value; every other value is normal.
    case .connection, .consent: return nil
    // `origin` shows no check: an attempt of foreign origin presents the same credential, and the nonce detects a
    // replay.
    case .origin: return nil
    // The service controls `method` and `linkInApp`, or none of their values is better than another.
    case .method, .linkInApp: return nil
    // The remaining facts describe the attempt itself, its session, or stored accounts, and show no check.
    case .action, .kind, .provider, .domain, .ticket, .session, .tenant, .account, .accountState,
      .credential, .address, .sameProvider, .methods, .otherMethods, .relay, .factors:
      return nil
    }
    self.fact = fact
    companion =
      fact == .code ? (.linkAddress, FactValue.LinkAddress.same.rawValue) : nil
    let declared = fact.described
    let shown = declared.bringers.indices.filter { value in
      switch declared.bringers[value] {
      case .provider, .secretHolder, .mailbox, .sessionHolder, .service: true
      case .anybody, .time: false
      }
    }
    guard let good = shown.first ?? declared.ordinary.first else { return nil }
    self.good = good
    bad = declared.bringers.indices.filter { value in
      switch declared.bringers[value] {
      case .anybody: value != good
      case .provider, .secretHolder, .mailbox, .sessionHolder, .service, .time: false
      }
    }
  }

  /// Returns whether an attempt with this action and kind of method can carry the value of a passed check.
  func isCarried(_ action: ActionDefinition, _ kind: MethodKind?) -> Bool {
    switch fact {
    case .code: action.carriesCode(kind)
    case .linkAddress: kind == .emailLink && action.carriesCode(kind)
    // `requested-by` matters only if the action finds the account by the code, because nothing else identifies the
    // owner.
    case .requestedBy: action.pointsTo == .code
    case .codeCredential: action.pointsTo == .code && action.provesKey(kind)
    // An attempt that names a method of an account carries no credential.
    case .nonce, .secret: !action.namesMethod && fact.isCarried(by: AttemptShape(action, kind))
    case .action, .kind, .provider, .domain, .origin, .connection, .consent, .method, .linkDomain,
      .linkInApp, .ticket, .session, .tenant, .account, .accountState, .credential,
      .address, .sameProvider, .methods, .otherMethods, .relay, .factors:
      fact.isCarried(by: AttemptShape(action, kind))
    }
  }

  /// Returns whether the check should protect an answer, such as an answer that allows the attempt and changes the
  /// account.
  func isProtecting(_ answer: AnswerMeaning) -> Bool {
    guard answer.reply.refusal == nil, !answer.writes.isEmpty else { return false }
    if fact == .codeCredential {
      // A code for another credential matters if the answer gives the account the attempt's credential.
      return answer.writes.contains {
        $0 == .putMethod(.attempts) || $0 == .putMethod(.attemptsInPlaceOfOthers)
      }
    }
    guard fact == .requestedBy else { return true }
    // If an owner uses a code that a stranger requested, the stranger gains only if the answer proves an address and
    // keeps the stranger's methods.
    var proves = false
    for template in answer.writes {
      switch template {
      case .setEmail(.verified), .setEmail(.asserted): proves = true
      case .removeMethods(.unproven): return false
      case .insertAccount, .deleteAccount, .setEmail, .setProfile, .setState, .setLabel,
        .setIdentifier, .clearIdentifier, .putMethod,
        .removeMethods, .supersedeOthers, .dropFactors, .setFactors, .openSession, .renewSession,
        .endSession,
        .endSessions, .putCode, .cancelCodes, .tellOwner:
        break
      }
    }
    return proves
  }
}
