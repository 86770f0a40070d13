extension PolicyImage {
  /// Stops a debug build whose reader of facts came to what the tables were never checked for; does
  /// nothing in a release build.
  func assertCanOccur(_ facts: FactVector, in table: Int) {
    #if DEBUG && !hasFeature(Embedded)
      guard let canOccur else { return }
      precondition(
        canOccur(facts, self, table),
        "a situation was accepted that cannot occur for `\(key(ofTable: table).text)`: "
          + vocabulary.schema.facts.indices.prefix(vocabulary.schema.derived.lowerBound)
          .map {
            vocabulary.schema.facts[$0].name.text + "="
              + vocabulary.schema.facts[$0].values[facts[$0]].text
          }
          .joined(separator: " "))
    #endif
  }
}
