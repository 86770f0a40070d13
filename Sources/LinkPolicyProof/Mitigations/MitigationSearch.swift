internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyReview

/// Tries edits of the rows that decide a counterexample's steps until one stops it.
///
/// Effects that only take away are tried first, as nobody is refused by them: one, then several
/// together, in the row that decides last, then in those before. A refusal in the place of a row's answer
/// is tried last. An edit with which the steps break nothing at all goes before one with which they do not
/// break this invariant.
struct MitigationSearch {
  /// The effects that take something from an account and give nobody anything.
  private static let precautions: [Effect] = [
    .dropUnproven, .revokeSessions, .cancelPending, .dropFactors,
  ]

  private let policy: CompiledPolicy
  private let editor: PolicyEditor

  /// Edits a policy, as it was proved.
  init(_ policy: CompiledPolicy) {
    self.policy = policy
    editor = PolicyEditor(policy)
  }

  /// The first edit that stops a counterexample; nil where none of those that are tried does, and for
  /// an invariant that is not about what steps come to.
  func mitigation(for example: Counterexample) -> Mitigation? {
    let replay = StoryReplay(example)
    // What does not break it here would be stopped by anything.
    guard replay.broken(under: policy).contains(replay.invariant) else { return nil }
    let rows = rows(of: example)
    var second: Mitigation?
    for edit in rows.flatMap({ precautions(in: $0) }) + rows.compactMap({ refusal(in: $0) }) {
      guard let broken = broken(by: replay, edit), !broken.contains(replay.invariant) else {
        continue
      }
      let found = Mitigation(row: edit.row.name, edit: edit.edit, stopsAll: broken.isEmpty)
      if broken.isEmpty {
        return found
      }
      second = second ?? found
    }
    return second
  }

  // MARK: Rows

  /// A row that decides a step and does something.
  private struct ActingRow {
    var name: RowName
    var table: Int
    var place: Int
    var declared: RowDeclaration
    var effects: [Effect]
  }

  /// The rows that decide steps, the last first.
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

  /// The error that most rows of a table refuse with; the policy's first where none does.
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

  /// A row with another answer.
  private struct EditedRow {
    var row: ActingRow
    var declared: RowDeclaration
    var edit: Mitigation.Edit
  }

  /// A row with some precautions besides, few before many, and for each the places where it can stand.
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

  /// A row with a refusal in the place of its answer; nil where the policy has no error.
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

  /// What the steps break where a row is edited; nil where the policy does not load then.
  private func broken(by replay: StoryReplay, _ edit: EditedRow) -> Set<Invariant>? {
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
