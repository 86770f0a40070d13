package import LinkPolicy

/// The declaration of a fact as data, with its texts, for schemas, documentation and tests.
package struct FactDescription: Sendable {
  package let fact: EngineFact
  /// The values of the fact, in order.
  ///
  /// For a fact whose values a policy declares, the list contains only the values that the engine adds.
  package let values: [Name]
  /// Whether the policy declares further values, which precede ``values``.
  package var isNamed: Bool { source.isNamed }
  /// The index of the fact's value in attempts that do not set the fact; nil for a fact that every attempt sets.
  package var unset: Int? { source.unset }
  /// The part of the input that carries the fact, such as the assertion, and the fact's key in this part.
  ///
  /// Nil for a fact that callers do not state.
  package var stated: (carrier: StatedCarrier, key: Name)? { source.stated }
  /// The texts about the fact.
  package let text: FactText
  /// The collective words of the fact, each with the indices of the values that the word represents.
  package let collectives: [(word: Name, values: [Int])]
  /// The indices of the values in an ordinary sign-in, the most common value first.
  package let ordinary: [Int]

  private let source: FactSource

  private init(_ fact: EngineFact) {
    var source = FactSource()
    fact.accept(&source)
    self.source = source
    self.fact = fact
    let (values, text) = (fact.values, fact.text)
    self.values = values
    self.text = text
    func indices(_ words: [Name]) -> [Int] {
      words.map { word in
        guard let index = values.firstIndex(of: word) else {
          preconditionFailure("a row of the table of facts names only values of its fact")
        }
        return index
      }
    }
    collectives = text.collectives.map { ($0.word, indices($0.values)) }
    ordinary = indices(text.ordinary)
  }

  /// The descriptions of all facts, in order.
  package static let all = EngineFact.allCases.map { FactDescription($0) }

  package var name: Name { fact.name }
  package var meaning: Name { text.meaning }
  /// The phrase for each value in a sentence about an attempt; empty for values that the policy declares.
  package var clauses: [Name] { isNamed ? [] : text.values.map { $0.clause } }
  /// The party that can cause each value; empty for values that the policy declares.
  package var bringers: [Bringer] { isNamed ? [] : text.values.map { $0.bringer } }
}

extension EngineFact {
  /// The declaration of the fact as data.
  package var described: FactDescription { FactDescription.all[rawValue] }
}

extension FactDescription {
  /// Returns the phrase for a value in a sentence about an attempt; nil if the sentence already names the value, or
  /// omits it because it is the ordinary value of a stated fact.
  ///
  /// - Parameters:
  ///   - word: the value, such as `revoked`.
  ///   - index: the index of the value in the fact's list of values.
  /// - Returns: the phrase, such as `with a new credential`, or nil.
  package func clause(of word: Name, at index: Int) -> String? {
    guard isNamed else {
      guard stated == nil || ordinary.first != index, text.values.indices.contains(index) else {
        return nil
      }
      return text.values[index].clause.text
    }
    if let row = text.values.first(where: { $0.value == word }) { return row.clause.text }
    let isFamily = word.bytes.last == UInt8(ascii: "*")
    return ((isFamily ? text.family : nil) ?? text.declared).map { $0.text + word.text + "`" }
  }
}

extension StatedValues {
  /// Returns the phrases that describe the facts of one carrier, in the order of the facts.
  package func phrases(_ carrier: StatedCarrier) -> [Name] {
    FactDescription.all.compactMap { description in
      guard description.stated?.carrier == carrier,
        let value = self[description.fact] ?? description.unset
      else { return nil }
      return description.text.values[value].phrase
    }
  }
}

/// A visitor that reads where the value of a fact comes from.
private struct FactSource: FactVisitor {
  var isNamed = false
  var unset: Int?
  var stated: (carrier: StatedCarrier, key: Name)?

  mutating func visit<Fact: NamedFact>(named fact: Fact.Type) {
    isNamed = true
  }

  mutating func visit<Fact: StatedFact>(stated fact: Fact.Type) {
    unset = fact.unset.rawValue
    stated = (fact.carrier, fact.key)
  }

  mutating func visit<Fact: CheckedFact>(checked fact: Fact.Type) {
    visit(stated: fact)
  }

  mutating func visit<Fact: FoundFact>(found fact: Fact.Type) {
    unset = fact.unset.rawValue
  }
}
