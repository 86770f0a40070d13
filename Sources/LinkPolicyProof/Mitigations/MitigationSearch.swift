internal import LinkPolicy
internal import LinkPolicyAuthoring
package import LinkPolicyExploration

/// A search for an edit of one row that stops a counterexample.
///
/// The search edits rows that decide steps of the counterexample, starting with the last step. The search first adds
/// effects that only remove something, such as `revoke-sessions`, because they refuse nobody. As a last resort, the
/// search replaces the row's answer by a refusal. The search prefers an edit after which the steps break no invariant
/// at all. If every edit leaves some invariant broken, the search returns an edit that protects the invariant of the
/// counterexample.
struct MitigationSearch {
  /// The effects that remove something from an account and grant nothing.
  private static let precautions: [Effect] = [
    .dropUnproven, .revokeSessions, .cancelPending, .dropFactors,
  ]

  private let policy: CompiledPolicy
  private let editor: PolicyEditor

  /// Creates a search for edits of a proof's policy.
  init(_ policy: CompiledPolicy) {
    self.policy = policy
    editor = PolicyEditor(policy)
  }

  /// Returns the first edit after which the steps break no invariant, or else the first edit that stops the
  /// counterexample.
  ///
  /// Returns nil if no tried edit stops the counterexample, or if no replay can break the invariant, as for I9, I10,
  /// I11 and I13.
  func mitigation(for example: Counterexample) -> Mitigation? {
    let replay = StoryReplay(example)
    // If the replay did not break the invariant under the original policy, every edit would seem to stop the
    // counterexample.
    guard replay.broken(under: policy).invariants.contains(replay.invariant) else { return nil }
    let rows = rows(of: example)
    var second: Mitigation?
    for edit in rows.flatMap({ precautions(in: $0) }) + rows.compactMap({ refusal(in: $0) }) {
      guard let (broken, isCut) = broken(by: replay, edit), !broken.contains(replay.invariant)
      else { continue }
      let found = Mitigation(
        row: edit.row.name, edit: edit.edit, stopsAll: broken.isEmpty && !isCut,
        triesEveryOrder: !isCut)
      if broken.isEmpty {
        return found
      }
      second = second ?? found
    }
    return second
  }

  // MARK: Rows

  /// A row that decides a step of the counterexample and does not refuse.
  private struct ActingRow {
    var name: RowName
    var table: Int
    var place: Int
    var declared: RowDeclaration
    var effects: [Effect]
  }

  /// Returns the rows that decide steps and do not refuse, starting with the row of the last step.
  private func rows(of example: Counterexample) -> [ActingRow] {
    var found: [ActingRow] = []
    for step in example.steps.reversed() {
      guard let text = step.row, !found.contains(where: { $0.name.text.hasSameBytes(as: text) })
      else { continue }
      for (index, table) in policy.document.decisions.enumerated() {
        for (place, row) in table.rows.enumerated() {
          let name = RowName(table: table.key.value, id: row.id.value)
          if row.refusal == nil, name.text.hasSameBytes(as: text) {
            let compiled = policy.storage.tables[index].rows[place]
            found.append(
              ActingRow(
                name: name, table: index, place: place, declared: row,
                effects: compiled.answer.effects))
          }
        }
      }
    }
    return found
  }

  /// Returns the most frequent error of a table's refusals, or else the policy's first error; nil if the policy
  /// declares no error.
  private func refusal(inTable index: Int) -> Name? {
    var counts: [(error: Name, count: Int)] = []
    for error in policy.document.decisions[index].rows.compactMap({ $0.refusal?.value }) {
      if let place = counts.firstIndex(where: { $0.error == error }) {
        counts[place].count += 1
      } else {
        counts.append((error, 1))
      }
    }
    let most = counts.map { $0.count }.max()
    return counts.first { $0.count == most }?.error ?? policy.document.errors.first?.name.value
  }

  // MARK: Edits

  /// A row with an edited answer.
  private struct EditedRow {
    var row: ActingRow
    var declared: RowDeclaration
    var edit: Mitigation.Edit
  }

  /// Returns the edits that insert effects such as `revoke-sessions` at the start of a row's effects, before the last
  /// effect, or at the end.
  ///
  /// Edits with fewer inserted effects come first.
  private func precautions(in row: ActingRow) -> [EditedRow] {
    let effects = row.declared.effects ?? []
    let missing = Self.precautions.filter { effect in
      !effects.contains { $0.name.value == effect.word }
    }
    let sets = (1..<max(1 << missing.count, 1)).map { bits in
      missing.indices.filter { bits >> $0 & 1 == 1 }.map { missing[$0] }
    }
    let words = row.effects.map { $0.text }
    let places = Set([0, max(effects.count - 1, 0), effects.count]).sorted()
    return sets.sorted { $0.count < $1.count }.flatMap { set in
      places.map { place in
        var declared = row.declared
        declared.effects?.insert(
          contentsOf: set.map { EffectDeclaration(Located($0.word)) }, at: place)
        let edited = words[..<place] + set.map { $0.text } + words[place...]
        return EditedRow(row: row, declared: declared, edit: .effects(Array(edited)))
      }
    }
  }

  /// Returns a copy of a row with a refusal as its answer; nil if the policy declares no error.
  private func refusal(in row: ActingRow) -> EditedRow? {
    refusal(inTable: row.table).map { error in
      var declared = row.declared
      declared.effects = nil
      declared.refusal = Located(error)
      declared.ask = nil
      declared.tell = nil
      declared.show = nil
      return EditedRow(row: row, declared: declared, edit: .refusal(error.text))
    }
  }

  /// Returns the result of the replay after an edit of a row; nil if the edited policy does not load.
  private func broken(
    by replay: StoryReplay, _ edit: EditedRow
  ) -> (invariants: Set<Invariant>, isCut: Bool)? {
    let table = RowTable.decision(edit.row.table)
    var document = policy.document
    var rows = table.rows(of: document)
    rows[edit.row.place] = edit.declared
    table.replaceRows(of: &document, with: rows)
    let part = PolicyEditor.Part.table(edit.row.table)
    let edited =
      table.hit(in: document) == .first
      ? editor.policy(document, overridingIn: table, editing: part)
      : editor.policy(document, editing: part)
    return edited.map { replay.broken(under: $0) }
  }
}

/// An edit of a row, after which the steps of a counterexample no longer break the invariant.
///
/// Steps outside the counterexample may still break the invariant. Only a proof of the edited policy can show that no
/// sequence breaks the invariant.
package struct Mitigation: Sendable, Equatable {
  /// The edited row's new answer, which stops the counterexample: other effects, or a refusal.
  package enum Edit: Sendable, Equatable {
    /// The effects that replace the row's effects, as a policy writes them.
    case effects([String])
    /// A refusal with this error, instead of the row's effects.
    case refusal(String)
  }

  /// The edited row, which decides a step of the counterexample.
  package let row: RowName
  /// The new effects or the refusal.
  package let edit: Edit
  /// True if, after the edit, the steps break no invariant about accounts and steps; false if the steps may break
  /// another invariant.
  package let stopsAll: Bool
  /// Whether the search tried every order of the steps.
  package let triesEveryOrder: Bool

  /// The edit, as a policy writes it, such as `do: [revoke-sessions, link, sign-in]`.
  package var text: String {
    switch edit {
    case .effects(let effects): "do: [" + effects.joined(separator: ", ") + "]"
    case .refusal(let error): "refuse: " + error
    }
  }

  /// The consequence of the edit, such as `then these steps break no invariant, but not every order was tried`.
  package var consequence: String {
    "then these steps " + (stopsAll ? "break no invariant" : "no longer break this rule")
      + (triesEveryOrder
        ? ", even in another order or with one step repeated" : ", but not every order was tried")
  }
}

/// A breadth-first search that tries a few steps in every order, up to a limit of states.
struct OrderSearch<State> {
  private static var stateLimit: Int { 400 }

  /// The maximum number of steps of a sequence.
  let depth: Int

  init(depth: Int) {
    self.depth = depth
  }

  /// Follows every order of steps from a state.
  ///
  /// - Parameters:
  ///   - start: the state before the first step.
  ///   - key: a key for states. The search follows only one of several states with the same key.
  ///   - next: returns the states that result from one step.
  /// - Returns: true if the search followed every order; false if the search reached the limit of states.
  func explore(
    from start: State, key: (State) -> [UInt8], next: (State) -> [State]
  ) -> Bool {
    var known: Set<[UInt8]> = [key(start)]
    var reached = [start]
    for _ in 0..<depth {
      var further: [State] = []
      for state in reached {
        guard known.count < Self.stateLimit else { return false }
        for after in next(state) where known.insert(key(after)).inserted {
          further.append(after)
        }
      }
      reached = further
    }
    return true
  }
}
