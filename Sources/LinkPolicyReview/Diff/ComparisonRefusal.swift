package import LinkPolicy

/// A name that two policies share and mean differently, so that nothing about it can be compared.
package struct ComparisonRefusal: Error, Sendable {
  /// What the name is of, and the name.
  package var subject: String
  /// What each policy means by it.
  package var words: Sides<String>
  /// Where each says so.
  package var positions: Sides<SourcePosition>

  /// Throws where two policies cannot be compared.
  static func check(_ policies: Sides<Policy>) throws(ComparisonRefusal) {
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
    self.subject = subject
    self.words = words
    self.positions = positions
  }
}
