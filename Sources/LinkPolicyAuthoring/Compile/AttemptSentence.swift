internal import LinkPolicy

/// An attempt in words: ``a federated sign-in by `google.com` with a new credential, for an address that
/// another account has``.
struct AttemptSentence {
  let vocabulary: Vocabulary
  /// The action and kind that its table decides; nil where that is told by the example, if at all.
  let action: Int?
  let kind: MethodKind?

  /// Tells of attempts of a table; nil for those that a derived fact is about.
  init(_ vocabulary: Vocabulary, of table: CompiledTable?) {
    self.vocabulary = vocabulary
    action = table?.action
    kind = table.flatMap { $0.kinds.count == 1 ? $0.kinds[0] : nil }
  }

  private var schema: FactSchema { vocabulary.schema }

  /// The attempt that an example is about.
  func text(_ example: CellExample) -> String {
    let subject = subject(example)
    guard !example.telling.isEmpty else { return "any " + subject }
    let isVowel = subject.utf8.first.map { [0x61, 0x65, 0x69, 0x6F, 0x75].contains($0) } ?? false
    var text = (isVowel ? "an " : "a ") + subject
    var told: [String] = []
    for (fact, value) in clausesInOrder(example) {
      guard let clause = clause(fact, value), !told.contains(where: { $0.hasSameBytes(as: clause) })
      else { continue }
      // Who asserts what belongs to the subject.
      let isFirst = told.isEmpty || fact == EngineFact.credential.rawValue
      text += (isFirst ? " " : ", ") + clause
      told.append(clause)
    }
    return text
  }

  /// Who asserts what for which address comes first, as people tell it.
  private func clausesInOrder(_ example: CellExample) -> [(fact: Int, value: Int)] {
    let first = [EngineFact.provider, .credential, .address, .domain].map { $0.rawValue }
    let order =
      first.filter { example.telling.contains($0) }
      + example.telling.filter { !first.contains($0) }
    return order.compactMap { fact in example.values[fact].map { (fact, $0) } }
  }

  private func subject(_ example: CellExample) -> String {
    let told = { (fact: EngineFact) in
      example.telling.contains(fact.rawValue) ? example.values[fact.rawValue] : nil
    }
    let action = action ?? told(.action)
    let kinds = MethodKind.allCases
    let kind = kind ?? told(.kind).flatMap { kinds.indices.contains($0) ? kinds[$0] : nil }
    var text = kind.map { $0.name.text + " " } ?? ""
    guard let action else { return text + "attempt" }
    let name = vocabulary.actions[action].name
    let isStandard = action < StandardAction.allCases.count
    text += isStandard ? name.text : "`" + name.text + "`"
    return text
  }

  /// What a sentence says of a value; nil where its subject says it.
  private func clause(_ fact: Int, _ value: Int) -> String? {
    let word = schema.facts[fact].values[value]
    if let engine = EngineFact(rawValue: fact) {
      var teller = ClauseTeller(value: value, word: word)
      engine.accept(&teller)
      return teller.clause
    }
    let name = "`" + schema.facts[fact].name.text
    if schema.claims.contains(fact) {
      return word == "absent"
        ? "without " + name + "`"
        : word == "other"
          ? "with another value of " + name + "`" : "with " + name + ": " + word.text + "`"
    }
    if schema.settings.contains(fact) {
      return "under " + name + ": " + word.text + "`"
    }
    return "where " + name + "` is `" + word.text + "`"
  }
}

/// Asks the declaration of a fact how a value is told.
private struct ClauseTeller: StatedFactVisitor {
  let value: Int
  let word: Name
  var clause: String?

  mutating func visit<Fact: NamedFact>(named fact: Fact.Type) {
    clause = fact.clause(of: word)
  }

  mutating func visit<Fact: StatedFact>(stated fact: Fact.Type) {
    // What everybody takes for granted needs no words.
    guard let stated = Fact.Value(rawValue: value), fact.ordinary.first != stated else { return }
    clause = fact.clause(of: stated).text
  }

  mutating func visit<Fact: FoundFact>(found fact: Fact.Type) {
    clause = Fact.Value(rawValue: value).map { fact.clause(of: $0).text }
  }
}
