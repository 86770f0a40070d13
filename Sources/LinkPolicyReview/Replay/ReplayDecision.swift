internal import LinkPolicy
internal import LinkPolicyAuthoring
package import LinkPolicyExploration

/// The result of deciding a record under both policies of a replay.
package enum ReplayResult: Sendable, Hashable {
  /// Both policies give the same answer to the recorded attempt.
  case same
  /// The answers differ; the values are the index of the change in the difference, and the index of a box of the
  /// change.
  case changed(change: Int, box: Int)
  /// One policy rejects the attempt as malformed.
  ///
  /// For example, the policy lacks the provider, rejects the value of a setting, or requires an input that the attempt
  /// omits.
  case notOffered(by: Side)
  /// The record does not determine whether the answers differ, for the listed causes.
  case undecided([String])
}

/// Decides records under both policies of a difference.
///
/// Each joint cell of the difference contains the answers of both policies. For a record, the decider examines the
/// cells that can contain the record's attempt. If the answers in these cells lead to different results, the record is
/// undecided.
package struct ReplayDecider: Sendable {
  /// The difference between the policies.
  package let difference: PolicyDifference
  private let policies: Sides<ReplayPolicy>
  /// The index of the comparison for each pair of tables whose answers differ.
  private var comparisons: [Sides<Int>: Int] = [:]
  /// The index of each change, by the change's comparison (`old` in the key) and group (`new` in the key).
  private var changes: [Sides<Int>: Int] = [:]
  private var transfers: [PolicyDigest: Sides<FactTransfer>] = [:]

  /// Creates a decider for records that are replayed under the two policies of a difference.
  package init(_ difference: PolicyDifference) {
    self.difference = difference
    policies = Sides { ReplayPolicy(difference.given[$0]) }
    for (index, comparison) in difference.comparisons.enumerated() {
      comparisons[comparison.tables] = index
    }
    for (index, change) in difference.changes.enumerated() {
      changes[Sides(old: change.comparison, new: change.group)] = index
    }
  }

  /// The reason why a record contradicts the policy that wrote it.
  package enum DecisionProblem: Error, Sendable {
    case otherSchema(String)
    case contradiction(String)
  }

  /// Decides a record of the policy `writer` under both policies of the difference.
  ///
  /// - Parameters:
  ///   - record: the record, which must be a decision and not a fault.
  ///   - writer: the policy that wrote the record.
  /// - Returns: the comparison of both answers, such as ``ReplayResult/same``, or the reason why the answers cannot be
  ///   compared.
  /// - Throws: a ``DecisionProblem`` if the record contradicts the policy that wrote it.
  package mutating func decide(
    _ record: ReplayRecord, by writer: ReplayPolicy
  ) throws(DecisionProblem) -> ReplayResult {
    let values = try Self.values(of: record, writer)
    if let isTicket = try Self.check(record, writer), isTicket {
      return .undecided(["the ticket: no fact tells whether it is still valid"])
    }
    let known = transfers[writer.policy.digest]
    let transfer = known ?? Sides { FactTransfer(from: writer, to: policies[$0]) }
    transfers[writer.policy.digest] = transfer
    let kinds: [MethodKind?]
    if let value = values[EngineFact.kind.rawValue] {
      kinds = [MethodKind.allCases.first { Int($0.rawValue) == value }]
    } else {
      kinds = MethodKind.allCases + [nil]
    }
    var results: Set<ReplayResult> = []
    var causes: [String] = []
    var decides = false
    for kind in kinds where Self.decides(record, kind: kind, under: writer) {
      decides = true
      var decision = GroupDecision(record: record, kind: kind, values: values, transfer: transfer)
      results.formUnion(decide(&decision, isWriter: Sides { isWriter(writer, $0) }))
      for cause in decision.causes where !causes.contains(cause) {
        causes.append(cause)
      }
    }
    guard decides else {
      throw .contradiction("the recording policy does not decide such attempts")
    }
    if results.count == 1, causes.isEmpty, let result = results.first {
      return result
    }
    return .undecided(causes.isEmpty ? ["kind: not recorded"] : causes)
  }

  private func isWriter(_ writer: ReplayPolicy, _ side: Side) -> Bool {
    writer.policy.digest == policies[side].policy.digest
  }

  // MARK: Records

  /// Returns the recorded value of each fact; nil for a fact that is not recorded.
  private static func values(
    of record: ReplayRecord, _ writer: ReplayPolicy
  ) throws(DecisionProblem) -> [Int?] {
    let schema = writer.vocabulary.schema
    if let digest = record.schema, !digest.hasSameBytes(as: writer.vocabulary.schemaDigest.text) {
      throw .otherSchema(
        "the recorded facts have the checksum " + digest + ", and those of the recording policy "
          + writer.vocabulary.schemaDigest.text)
    }
    var values = [Int?](repeating: nil, count: schema.facts.count)
    for (name, word) in record.facts {
      guard let fact = schema.index(of: Name(name)) else {
        throw .otherSchema("the recording policy has no fact `" + name + "`")
      }
      guard let value = schema.facts[fact].value(named: Name(word)) else {
        throw .otherSchema(
          "the fact `" + name + "` of the recording policy has no value `" + word + "`")
      }
      values[fact] = value
    }
    if let action = record.action {
      values[EngineFact.action.rawValue] = writer.vocabulary.actionTable.number(of: action)
    }
    // A policy that does not test tenants decides only attempts within one tenant.
    if !writer.vocabulary.isUsed(.tenant) {
      let tenant = record.hasTenant ? FactValue.Tenant.same : .none
      values[EngineFact.tenant.rawValue] = tenant.rawValue
    }
    // A policy that counts only enabled methods but tests no count looks up no disabled methods, so its records do not
    // determine the counts.
    if !writer.vocabulary.countsDisabled, !writer.vocabulary.asksDisabledMethods {
      values[EngineFact.methods.rawValue] = nil
      values[EngineFact.otherMethods.rawValue] = nil
    }
    if let id = record.provider {
      guard let provider = writer.vocabulary.providers.value(of: id) else {
        throw .contradiction("the recording policy does not declare the provider `" + id + "`")
      }
      values[EngineFact.provider.rawValue] = provider
    } else {
      values[EngineFact.provider.rawValue] = writer.vocabulary.providers.none
    }
    return values
  }

  /// Checks that the policy gives the recorded answer to the recorded facts.
  ///
  /// Returns whether a stale ticket caused the recorded answer; nil if the record lacks facts that the decision needs.
  private static func check(
    _ record: ReplayRecord, _ writer: ReplayPolicy
  ) throws(DecisionProblem) -> Bool? {
    if record.row == nil, record.error.map({ $0.hasSameBytes(as: Refusal.startAgain) }) ?? false {
      return true
    }
    let decision: RecordedDecision
    do throws(RecordedDecision.RecordProblem) {
      decision = try RecordedDecision(
        action: record.action ?? "", record.facts, tableKey: record.decisionTable,
        guardID: record.guardID, by: writer.policy)
    } catch {
      switch error {
      case .missing: return nil
      case .notOffered: throw .contradiction("the recording policy does not decide such attempts")
      case .unknownFact(let name):
        throw .otherSchema("the recording policy has no fact `" + name + "`")
      case .unknownValue(let value, of: let name):
        throw .otherSchema(
          "the fact `" + name + "` of the recording policy has no value `" + value + "`")
      }
    }
    let row = decision.row
    let outcome = DecisionOutcomeWords(decision.answer.outcome)
    guard outcome.word == record.outcome, outcome.error.hasSameBytes(as: record.error),
      (row?.id).hasSameBytes(as: record.row?.id), (row?.table).hasSameBytes(as: record.row?.table)
    else {
      throw .contradiction(
        "the recorded facts lead to " + (row.map { "row `" + $0.id + "`" } ?? "no row")
          + " of the recording policy")
    }
    return false
  }

  /// The outcome of a decision in the words of records, such as `refused` with its error.
  private struct DecisionOutcomeWords {
    var word: ReplayRecord.RecordedOutcome
    var error: String?

    init(_ outcome: Decision.Outcome) {
      switch outcome {
      case .allowed: (word, error) = (.allowed, nil)
      case .refused(let refusal): (word, error) = (.refused, refusal.code)
      }
    }
  }

  /// Returns whether the policy that wrote a record decides attempts with the given sign-in kind in the recorded table.
  private static func decides(
    _ record: ReplayRecord, kind: MethodKind?, under writer: ReplayPolicy
  ) -> Bool {
    guard let table = table(of: record, kind: kind, under: writer) else { return false }
    guard let recorded = record.decisionTable else { return true }
    return writer.policy.image.key(ofTable: table) == Name(recorded)
  }

  /// Returns the table in which a policy decides attempts with a record's action and provider, and with the given kind.
  ///
  /// The result is nil if the policy rejects such attempts as malformed, for example because the provider does not
  /// offer the kind.
  private static func table(
    of record: ReplayRecord, kind: MethodKind?, under policy: ReplayPolicy
  ) -> Int? {
    let vocabulary = policy.vocabulary
    guard let action = record.action,
      let number = vocabulary.actionTable.number(of: action)
    else { return nil }
    // An attempt has a kind if and only if the attempt has a provider.
    if let id = record.provider {
      guard let kind, let value = vocabulary.providers.value(of: id),
        vocabulary.providers.offers(kind, value)
      else { return nil }
    } else if kind != nil {
      return nil
    }
    var facts = FactVector(every: 0)
    facts[.action] = number
    facts[.kind] = kind.map { Int($0.rawValue) } ?? MethodKind.allCases.count
    return policy.policy.tableIndex(of: facts)
  }

  // MARK: Cells

  /// The recorded values of a group of records, translated for both policies of the difference.
  private struct GroupDecision {
    let record: ReplayRecord
    let kind: MethodKind?
    let values: [Int?]
    let transfer: Sides<FactTransfer>
    /// The reasons why the record is undecided, such as `kind: not recorded`.
    var causes: [String] = []

    init(
      record: ReplayRecord, kind: MethodKind?, values: [Int?],
      transfer: Sides<FactTransfer>
    ) {
      self.record = record
      self.kind = kind
      var values = values
      values[EngineFact.kind.rawValue] = kind.map { Int($0.rawValue) } ?? MethodKind.allCases.count
      self.values = values
      self.transfer = transfer
    }

    mutating func add(_ cause: String) {
      if !causes.contains(cause) {
        causes.append(cause)
      }
    }
  }

  private func decide(
    _ group: inout GroupDecision, isWriter: Sides<Bool>
  ) -> Set<ReplayResult> {
    let record = group.record
    var tables = Sides<Int?> { _ in nil }
    for side in Side.allCases {
      tables[side] =
        group.transfer[side].rejects(group.values)
        ? nil : Self.table(of: record, kind: group.kind, under: policies[side])
    }
    guard let old = tables.old else {
      return tables.new == nil ? [.same] : [.notOffered(by: .old)]
    }
    guard let new = tables.new else { return [.notOffered(by: .new)] }
    let meeting = group.transfer.old.meeting(group.values)
    for side in Side.allCases {
      let causes = group.transfer[side].causes(
        record, kind: group.kind, values: group.values, meeting: meeting)
      for cause in causes {
        group.add(cause)
      }
    }
    // If a policy can find another account than the recorded account, one of the causes says so.
    let isRejected = Sides { group.transfer[$0].rejectsAtAccount(group.values) }
    let missing = Sides<Set<FactTransfer.AccountPart>> { side in
      isRejected[side] ? [] : group.transfer[side].missingParts(group.values, meeting)
    }
    if isRejected.old || isRejected.new {
      Self.add(missing.old.union(missing.new), to: &group)
      return isRejected.old == isRejected.new
        ? [.same] : [.notOffered(by: isRejected.old ? .old : .new)]
    }
    let listings = Sides { policies[$0].vocabulary.listing }
    if listings.old != listings.new, record.tellsMethods || !isWriter.old {
      group.add("the lists of methods that answers disclose differ")
    }
    var results: Set<ReplayResult> = [.same]
    if let index = comparisons[Sides(old: old, new: new)] {
      results = self.results(of: &group, index)
    }
    // If account rows can lack a part that both policies require, the answers are equal, because both policies reject
    // the attempt. If only one policy requires the part, the answer changes.
    let isOpen =
      missing.old == missing.new
      ? results != [.same]
      : results.contains(.same) || !(missing.old.isEmpty || missing.new.isEmpty)
    if isOpen {
      Self.add(missing.old.union(missing.new), to: &group)
    }
    return results
  }

  private static func add(_ parts: Set<FactTransfer.AccountPart>, to group: inout GroupDecision) {
    for part in FactTransfer.AccountPart.allCases where parts.contains(part) {
      group.add(part.cause)
    }
  }

  /// Returns the results in all cells that can contain the recorded attempt.
  private func results(of group: inout GroupDecision, _ index: Int) -> Set<ReplayResult> {
    let comparison = difference.comparisons[index]
    var allowed: [ValueSet] = []
    for axis in comparison.algebra.axes {
      guard let values = values(ofJoint: axis.fact, group, comparison.vocabulary) else {
        allowed.append(.all(axis.classCount))
        continue
      }
      guard !values.isEmpty else {
        let name = comparison.vocabulary.facts[axis.fact].name.text
        group.add(name + ": the recorded value has no counterpart")
        allowed.append(.all(axis.classCount))
        continue
      }
      allowed.append(axis.classes(touching: values))
    }
    var walk = CellWalk(comparison.algebra, allowed)
    let numbers = walk.numbers(comparison.root)
    guard !numbers.isEmpty else {
      group.add("the recorded facts cannot occur together under both policies")
      return []
    }
    var results: Set<ReplayResult> = []
    for number in numbers {
      guard number > 1 else {
        results.insert(.same)
        continue
      }
      guard let change = changes[Sides(old: index, new: number - 2)] else {
        // A group without a change contains only attempts with a provider that the old policy does not declare.
        group.add("provider: the old policy does not declare it")
        continue
      }
      results.insert(.changed(change: change, box: box(of: change, allowed)))
    }
    if results.count > 1 {
      for axis in walk.responsible.values {
        group.add(cause(of: comparison.algebra.axes[axis].fact, group, comparison.vocabulary))
      }
    }
    return results
  }

  /// Returns the joint values that a record can have for a fact; nil if the record does not restrict the fact.
  private func values(
    ofJoint fact: Int, _ group: GroupDecision, _ vocabulary: JointVocabulary
  ) -> ValueSet? {
    let own = vocabulary.facts[fact].own
    if fact == vocabulary.joint.old[EngineFact.provider.rawValue], let id = group.record.provider {
      let pair = Sides { policies[$0].vocabulary.providers.value(of: id) ?? -1 }
      let value = vocabulary.value(of: fact, own: pair)
      return value < 0 ? nil : ValueSet([value])
    }
    var sets = Sides<ValueSet?> { _ in nil }
    for side in Side.allCases {
      guard let own = own[side] else { continue }
      switch group.transfer[side].values(of: own, group.values) {
      case .any: break
      case .these(let values): sets[side] = values
      }
    }
    guard sets.old != nil || sets.new != nil else { return nil }
    let values = vocabulary.facts[fact].values
    return ValueSet(
      values.indices.filter { index in
        Side.allCases.allSatisfy { side in
          guard let set = sets[side], values[index].own[side] >= 0 else { return true }
          return set.contains(values[index].own[side])
        }
      })
  }

  /// Returns the first box of a change that can contain the recorded attempt.
  private func box(of change: Int, _ allowed: [ValueSet]) -> Int {
    let boxes = difference.changes[change].boxes
    return boxes.firstIndex { box in
      zip(box.box.classes, allowed).allSatisfy { $0.intersects($1) }
    } ?? 0
  }

  /// Returns the words for an undetermined fact on which the answers depend, such as `tenant: not recorded`.
  private func cause(
    of fact: Int, _ group: GroupDecision, _ vocabulary: JointVocabulary
  ) -> String {
    let name = vocabulary.facts[fact].name.text
    let reader = vocabulary.reader(of: fact).map { " (" + $0.rawValue + ")" } ?? ""
    guard let values = values(ofJoint: fact, group, vocabulary), values.count > 0 else {
      return name + reader + ": not recorded"
    }
    let words = values.values.prefix(4).map { vocabulary.facts[fact].values[$0].name.text }
    return name + reader + ": the recorded word can be " + words.joined(separator: ", ")
      + (values.count > 4 ? ", ..." : "")
  }
}

/// A walk through the cells of a graph, restricted to the fact values that a record allows.
private struct CellWalk {
  private let algebra: CellAlgebra
  private let allowed: [ValueSet]
  private var known: [CellGraph: Set<Int>] = [:]
  /// The axes on which the numbers in the allowed cells depend.
  private(set) var responsible = ValueSet()

  init(_ algebra: CellAlgebra, _ allowed: [ValueSet]) {
    self.algebra = algebra
    self.allowed = allowed
  }

  /// Returns the numbers that a graph gives to the allowed cells, without the 0 of impossible cells.
  mutating func numbers(_ graph: CellGraph) -> Set<Int> {
    if graph.isTerminal {
      return graph.number == 0 ? [] : [graph.number]
    }
    if let found = known[graph] {
      return found
    }
    let axis = algebra.axis(of: graph)
    var union: Set<Int> = []
    var first: Set<Int>?
    for number in allowed[axis].values {
      let found = numbers(algebra.branch(graph, axis: axis, class: number))
      guard !found.isEmpty else { continue }
      if let first, first != found {
        responsible.insert(axis)
      }
      first = first ?? found
      union.formUnion(found)
    }
    known[graph] = union
    return union
  }
}
