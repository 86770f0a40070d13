package import LinkPolicy
internal import LinkPolicyAuthoring

/// Why two policies cannot be compared.
package struct ComparisonRefusal: Error, Sendable {
  /// What keeps them from being compared.
  package enum Reason: Sendable {
    /// A name that both use means something else in each: what it means there.
    case meaning(Sides<String>)
    /// Side by side two tables have more cells than the allowance of a comparison holds.
    case intricate
  }

  /// What the name is of, and the name; the tables.
  package var subject: String
  package var reason: Reason
  /// Where each policy has it.
  package var positions: Sides<SourcePosition>

  /// Throws where the cells of two tables were too many, so that nothing they say holds.
  static func check(
    _ comparison: TableComparison, of policies: Sides<CompiledPolicy>
  ) throws(ComparisonRefusal) {
    guard comparison.isSpent else { return }
    let tables = Sides { policies[$0].storage.tables[comparison.tables[$0]] }
    throw ComparisonRefusal(
      subject: "table `" + tables.new.key.text + "`", reason: .intricate,
      positions: Sides { tables[$0].position })
  }

  /// Throws where two policies cannot be compared.
  static func check(_ policies: Sides<CompiledPolicy>) throws(ComparisonRefusal) {
    let documents = Sides { policies[$0].document }
    for old in documents.old.settings {
      guard let new = documents.new.settings.first(where: { $0.name.value == old.name.value })
      else { continue }
      let values = Sides(old: old.values.map { $0.value }, new: new.values.map { $0.value })
      guard Set(values.old).isDisjoint(with: values.new) else { continue }
      throw ComparisonRefusal(
        "setting `" + old.name.value.text + "`",
        Sides { side in values[side].map { $0.text }.joined(separator: ", ") },
        Sides(old: old.name.position, new: new.name.position))
    }
    for old in documents.old.labels {
      guard let new = documents.new.labels.first(where: { $0.name.value == old.name.value })
      else { continue }
      guard old.bearer != new.bearer else { continue }
      let labels = Sides(old: old, new: new)
      throw ComparisonRefusal(
        "label `" + old.name.value.text + "`",
        Sides { labels[$0].bearer == .account ? "of the account" : "of the method" },
        Sides(old: old.name.position, new: new.name.position))
    }
    try checkActions(documents)
  }

  private static func checkActions(
    _ documents: Sides<PolicyDocument>
  ) throws(ComparisonRefusal) {
    for old in documents.old.actions {
      guard let new = documents.new.actions.first(where: { $0.name.value == old.name.value })
      else { continue }
      guard old.pointsTo != new.pointsTo || old.address != new.address else { continue }
      let actions = Sides(old: old, new: new)
      throw ComparisonRefusal(
        "action `" + old.name.value.text + "`",
        Sides { "points to \(actions[$0].pointsTo), address \(actions[$0].address)" },
        Sides(old: old.name.position, new: new.name.position))
    }
  }

  private init(_ subject: String, _ words: Sides<String>, _ positions: Sides<SourcePosition>) {
    self.init(subject: subject, reason: .meaning(words), positions: positions)
  }

  private init(subject: String, reason: Reason, positions: Sides<SourcePosition>) {
    self.subject = subject
    self.reason = reason
    self.positions = positions
  }
}
