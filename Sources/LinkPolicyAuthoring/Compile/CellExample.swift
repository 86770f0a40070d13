internal import LinkPolicy
internal import LinkPolicyDiagnostics

/// An example from a set of cells: the smallest fact vector of the set, and the facts that put the vector into the set.
struct CellExample {
  /// The value of each fact; nil for a derived fact that the cells do not distinguish.
  let values: [Int?]
  /// The facts that put the vector into the set, in order; empty if the set contains every cell.
  let telling: [Int]

  /// Returns whether a condition holds; a condition on a fact without a value does not hold.
  func meets(_ condition: ResolvedCondition) -> Bool {
    values[condition.fact].map { condition.values.contains($0) } ?? false
  }

  /// Returns the facts that put the vector into the set, such as `credential: new, address: taken`; `every cell` if
  /// there are none.
  func conditions(_ schema: FactSchema) -> String {
    var text = ""
    for fact in telling {
      guard let value = values[fact] else { continue }
      text += text.utf8.isEmpty ? "" : ", "
      text += schema.facts[fact].name.text + ": " + schema.facts[fact].values[value].text
    }
    return text.utf8.isEmpty ? "every cell" : text
  }

  /// Returns the facts that put the vector into the set, followed by the attempt in words.
  func told(_ table: CompiledTable?, _ vocabulary: Vocabulary) -> String {
    conditions(vocabulary.schema) + " (" + AttemptSentence(vocabulary, of: table).text(self) + ")"
  }

  /// Returns the attempt with names instead of numbers, so that other versions of the policy can read the attempt.
  func found(
    in schema: FactSchema, table: Name, decision: CompiledTable?, rows: [Name]
  ) -> FoundCase {
    var named: [(fact: Name, value: Name)] = []
    for fact in 0..<schema.derived.lowerBound {
      if let value = values[fact] {
        named.append((schema.facts[fact].name, schema.facts[fact].values[value]))
      }
    }
    return FoundCase(decision == nil ? .fact(table) : .decision, named, rows: rows)
  }
}

extension TableCells {
  /// Returns the smallest fact vector of a set in the notation of rows, with only the facts that put the vector into
  /// the set.
  package mutating func example(of set: CellGraph) -> String {
    smallest(of: set)?.conditions(context.vocabulary.schema) ?? ""
  }

  /// Returns the smallest fact vector of a set; nil if the set is empty or the cells exceed the allowance.
  ///
  /// Only a fact that could have another value counts as a reason why the vector is in the set.
  mutating func smallest(of set: CellGraph) -> CellExample? {
    guard !isSpent, let cell = algebra.smallestCell(of: set) else { return nil }
    let free = algebra.complement(algebra.union(space, impossible))
    let box = algebra.widestBox(around: cell, in: algebra.union(set, free))
    var values = [Int?](repeating: nil, count: context.vocabulary.schema.facts.count)
    var telling: [Int] = []
    let (ofAxes, whole) = occurring(in: cell)
    for (fact, possible) in (whole?.values ?? []).enumerated() {
      values[fact] = possible.values.first
    }
    for (index, axis) in algebra.axes.enumerated() {
      values[axis.fact] = ofAxes[index]
      if box.classes[index].count < axis.classCount {
        telling.append(axis.fact)
      }
    }
    return CellExample(values: values, telling: telling)
  }

  /// Returns one value for each axis of the cell, so that all values can occur together, and the box in which they
  /// occur.
  ///
  /// Among several combinations of values, the function returns the first in the order of the axes. If no combination
  /// can occur, the box is nil.
  private func occurring(in cell: [Int]) -> (values: [Int], box: FactBox?) {
    let first = algebra.axes.enumerated().map { $1.members[cell[$0]][0] }
    var least: (values: [Int], box: Int)?
    for box in 0..<boxes.count {
      var values = first
      var occurs = true
      for (index, axis) in algebra.axes.enumerated() where axis.fact < boxes.factCount {
        let possible = boxes.values(ofFact: axis.fact, inBox: box)
        let common = axis.members[cell[index]].first { possible.contains($0) }
        occurs = occurs && common != nil
        values[index] = common ?? first[index]
      }
      if occurs, least.map({ values.lexicographicallyPrecedes($0.values) }) ?? true {
        least = (values, box)
      }
    }
    return least.map { ($0.values, boxes.box($0.box)) } ?? (first, nil)
  }
}

/// An attempt in words: ``a federated sign-in by `google.com` with a new credential, for an address that another
/// account has``.
struct AttemptSentence {
  let vocabulary: Vocabulary
  /// The action that the table decides; nil if the example determines the action and the kind.
  let action: Int?
  let kind: MethodKind?

  /// Creates sentences for attempts of a table, or for the attempts of a derived fact if the table is nil.
  init(_ vocabulary: Vocabulary, of table: CompiledTable?) {
    self.vocabulary = vocabulary
    action = table?.action
    kind = table.flatMap { $0.kinds.count == 1 ? $0.kinds[0] : nil }
  }

  private var schema: FactSchema { vocabulary.schema }

  /// Returns the attempt of an example in words.
  func text(_ example: CellExample) -> String {
    let subject = subject(example)
    guard !example.telling.isEmpty else { return "any " + subject }
    let isVowel = subject.utf8.first.map { [0x61, 0x65, 0x69, 0x6F, 0x75].contains($0) } ?? false
    var text = (isVowel ? "an " : "a ") + subject
    var told: [String] = []
    for (fact, value) in clausesInOrder(example) {
      guard let clause = clause(fact, value), !told.contains(where: { $0.hasSameBytes(as: clause) })
      else { continue }
      // The provider and the credential follow the subject of the sentence without a comma.
      let isFirst = told.isEmpty || fact == EngineFact.credential.rawValue
      text += (isFirst ? " " : ", ") + clause
      told.append(clause)
    }
    return text
  }

  /// Returns the values that the sentence mentions, with provider, credential, address and domain first.
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

  /// Returns the clause for a fact's value; nil if the sentence needs no clause for the value.
  private func clause(_ fact: Int, _ value: Int) -> String? {
    let word = schema.facts[fact].values[value]
    if let engine = EngineFact(rawValue: fact) {
      return engine.described.clause(of: word, at: value)
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
    if schema.inputs.contains(fact) {
      return "with " + name + ": " + word.text + "`"
    }
    if schema.identifiers.contains(fact) {
      return word == "absent"
        ? "without " + name + "`" : "with " + name + ": " + word.text + "`"
    }
    return "where " + name + "` is `" + word.text + "`"
  }
}

/// A formatter that writes conditions for messages in the syntax of rows, such as `credential: new`.
struct ConditionText {
  let schema: FactSchema

  init(_ schema: FactSchema) {
    self.schema = schema
  }

  /// The maximum number of values that a message lists.
  private static var limit: Int { 6 }

  /// Returns a condition as text; the text has the negated form, such as `account: {not: none}`, if this form is
  /// shorter.
  func text(_ fact: Int, _ values: ValueSet) -> String {
    let rest = ValueSet.all(schema.count(fact)).subtracting(values)
    let isShorter = !rest.isEmpty && rest.count < values.count
    let list = list(fact, isShorter ? rest : values)
    return schema.facts[fact].name.text + ": " + (isShorter ? "{not: " + list + "}" : list)
  }

  /// Returns a single value as its name, or several values as a list.
  func list(_ fact: Int, _ values: ValueSet) -> String {
    let names = values.values.map { schema.facts[fact].values[$0].text }
    guard names.count != 1 else { return names[0] }
    var text = ""
    for name in names.prefix(Self.limit) {
      text += (text.utf8.isEmpty ? "" : ", ") + name
    }
    return "[" + text + (names.count > Self.limit ? ", ...]" : "]")
  }
}
