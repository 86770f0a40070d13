import Testing

@testable import LinkPolicy

/// The clauses by which sentences tell the values of facts.
@Suite struct ClauseTests {
  @Test("every value of every fact has a clause of its own, which reads behind `a sign-in`")
  func clauses() {
    for fact in FactDescription.all where !fact.isNamed {
      #expect(fact.clauses.count == fact.values.count, "\(fact.name)")
      #expect(Set(fact.clauses).count == fact.clauses.count, "\(fact.name)")
      for clause in fact.clauses {
        let first = clause.text.split(separator: " ").first.map { String($0) } ?? ""
        #expect(
          ["with", "without", "for", "in", "through", "while", "where", "at", "by"].contains(first),
          "\(fact.name): \(clause)")
      }
    }
  }
}
