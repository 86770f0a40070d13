package import LinkPolicy

/// The key under which a stated fact is read and written, with the words of its values.
///
/// Made from the declarations of the facts, once.
package struct StatedKey: Sendable {
  package let fact: EngineFact
  package let carrier: StatedCarrier
  /// The key in JSON.
  package let key: String
  /// The words in the order of the values.
  package let words: [String]
  /// The value that a fact has which is left out.
  package let unset: Int

  private init?(_ description: FactDescription) {
    guard let stated = description.stated, let unset = description.unset else { return nil }
    fact = description.fact
    carrier = stated.carrier
    key = stated.key.text
    words = description.values.map { $0.text }
    self.unset = unset
  }

  private static let all = FactDescription.all.compactMap { StatedKey($0) }
  private static let byCarrier = StatedCarrier.allCases.map { carrier in
    all.filter { $0.carrier == carrier }
  }

  /// What is stated in one place, in the order of the facts.
  package static func of(_ carrier: StatedCarrier) -> [StatedKey] {
    switch carrier {
    case .assertion: byCarrier[0]
    case .attempt: byCarrier[1]
    case .link: byCarrier[2]
    case .situation: byCarrier[3]
    }
  }
}

extension JSONObjectReader {
  /// Reads what is stated in one place; what is left out stays unset.
  package mutating func stated(
    _ carrier: StatedCarrier, _ findings: inout JSONFindings
  ) -> StatedValues {
    var values = StatedValues()
    for key in StatedKey.of(carrier) {
      if let index = wordIndex(key.key, key.words, &findings) {
        values[key.fact] = index
      }
    }
    return values
  }

  /// Reads what is stated in a place that states everything; nil where something is missing.
  mutating func statedCompletely(
    _ carrier: StatedCarrier, _ findings: inout JSONFindings
  ) -> StatedValues? {
    var values = StatedValues()
    var isComplete = true
    for key in StatedKey.of(carrier) {
      let choices = key.words.indices.filter { $0 != key.unset }
      guard let value = required(key.key, &findings),
        let choice = findings.choice(value, of: choices.map { key.words[$0] }, in: key.key)
      else {
        isComplete = false
        continue
      }
      values[key.fact] = choices[choice]
    }
    return isComplete ? values : nil
  }
}

extension StatedValues {
  /// The members that say what is stated in one place; what is unset is left out.
  package func members(_ carrier: StatedCarrier) -> [JSONMember] {
    var members: [JSONMember] = []
    for key in StatedKey.of(carrier) {
      guard let value = self[key.fact], value != key.unset else { continue }
      members.append(JSONMember(Name(key.key), JSONValue(.string(Name(key.words[value])))))
    }
    return members
  }
}
