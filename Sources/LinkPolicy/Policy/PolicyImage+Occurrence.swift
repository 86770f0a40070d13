extension PolicyImage {
  /// Stops a debug build whose reader of facts came to what the tables were never checked for; does
  /// nothing in a release build.
  func assertCanOccur(_ facts: FactVector, in table: Int) {
    #if DEBUG && !hasFeature(Embedded)
      guard let occurrences else { return }
      precondition(
        occurrences.canOccur(facts, in: table) { boxes(ofTable: table) },
        "a situation was accepted that cannot occur for `\(key(ofTable: table).text)`: "
          + vocabulary.schema.facts.indices.prefix(vocabulary.schema.derived.lowerBound)
          .map {
            vocabulary.schema.facts[$0].name.text + "="
              + vocabulary.schema.facts[$0].values[facts[$0]].text
          }
          .joined(separator: " "))
    #endif
  }

  #if DEBUG && !hasFeature(Embedded)
    /// All that can occur for a table.
    private func boxes(ofTable table: Int) -> [FactBox] {
      var space = SituationSpace(
        vocabulary, hasSupersededMethods: hasSupersededMethods)
      let (action, kinds) = (action(ofTable: table), kinds(ofTable: table))
      var boxes: [FactBox] = []
      if kinds.isEmpty {
        boxes = space.boxes(action: action, kind: nil)
      }
      for kind in kinds {
        boxes += space.boxes(action: action, kind: kind)
      }
      return boxes
    }
  #endif
}
