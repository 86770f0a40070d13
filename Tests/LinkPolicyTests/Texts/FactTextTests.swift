import LinkPolicy
import Testing

@testable import LinkPolicyAuthoring

/// The rows of the table of facts.
@Suite struct FactTextTests {
  @Test("each row names the values of its fact, in their order, and other words of them alone")
  func values() {
    for fact in EngineFact.allCases {
      let (text, values) = (fact.text, fact.values)
      #expect(!text.meaning.bytes.isEmpty, "\(fact)")
      guard !fact.described.isNamed else { continue }
      #expect(text.values.map { $0.value } == values, "\(fact)")
      #expect(text.ordinary.allSatisfy { values.contains($0) }, "\(fact)")
      #expect(Set(text.ordinary).count == text.ordinary.count, "\(fact)")
      for collective in text.collectives {
        #expect(!values.contains(collective.word), "\(fact)")
        #expect(collective.values.allSatisfy { values.contains($0) }, "\(fact)")
      }
      if let divided = text.divided {
        #expect(([divided.old] + divided.into).allSatisfy { values.contains($0) }, "\(fact)")
      }
    }
  }

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

  @Test("a clause names a declared value, and omits the ordinary value of a stated fact alone")
  func clausesOfValues() {
    let provider = EngineFact.provider.described
    #expect(provider.clause(of: "google.com", at: 0) == "by `google.com`")
    #expect(
      provider.clause(of: "saml.*", at: 1) == "by a provider of the family `saml.*`")
    #expect(provider.clause(of: "other", at: 2) == "by a provider that is not declared")
    #expect(provider.clause(of: "none", at: 3) == "by no provider")
    let domain = EngineFact.domain.described
    #expect(domain.clause(of: "own", at: 0) == "at a domain of `own`")
    #expect(domain.clause(of: "absent", at: 2) == "without an address")
    #expect(EngineFact.kind.described.clause(of: "password", at: 0) == nil)
    let origin = EngineFact.origin.described
    #expect(origin.clause(of: "fresh", at: 0) == nil)
    #expect(
      origin.clause(of: "returned", at: 1) == "with a credential from an earlier refusal")
    #expect(EngineFact.code.described.clause(of: "valid", at: 0) == "with a valid code")
  }

  @Test("the description of an attempt tells the stated values that are not ordinary")
  func phrases() {
    var stated = StatedValues()
    #expect(stated.phrases(.assertion).isEmpty)
    stated[.secret] = EngineFact.secret.values.firstIndex(of: "wrong")
    stated[.origin] = EngineFact.origin.values.firstIndex(of: "returned")
    #expect(stated.phrases(.assertion) == ["returned credential", "wrong password"])
    #expect(stated.phrases(.link).isEmpty)
  }
}
