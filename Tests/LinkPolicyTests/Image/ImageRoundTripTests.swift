import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@testable import LinkPolicy
@testable import LinkPolicyAuthoring
@testable import LinkPolicyDiagnostics

/// What is written of a policy is what is read again.
@Suite struct ImageRoundTripTests {
  /// Whether an image that was loaded would be written as the same bytes again.
  private func check(_ policy: CompiledPolicy, _ comment: Comment) throws {
    let bytes = policy.image
    let loaded = try Policy(image: bytes)
    let vocabulary = ImageWriter.vocabulary(loaded.vocabulary)
    #expect(
      vocabulary.encoded == ImageWriter.vocabulary(policy.storage.vocabulary).encoded, comment)
    let again = ImageFile.bytes(
      vocabulary: vocabulary, rules: loaded.image.rules, digest: loaded.digest)
    #expect(again == bytes, comment)
    #expect(loaded.name == policy.name && loaded.title == policy.title, comment)
    #expect(loaded.digest == policy.digest, comment)
    let schema = policy.storage.vocabulary.schema
    for (index, fact) in schema.facts.enumerated() {
      let read = loaded.vocabulary.schema.facts[index]
      #expect(read.name == fact.name && read.values == fact.values, comment)
    }
    #expect(loaded.vocabulary.addresses == policy.storage.vocabulary.addresses, comment)
    #expect(loaded.vocabulary.providers.providers == policy.storage.vocabulary.providers.providers)
  }

  @Test(
    "of policies with everything in them",
    arguments: Thoroughness.share(of: Everything.variants.map { $0.text }))
  func everything(variant: String) throws {
    try check(compiled(Everything.rich(variant)), "\(variant)")
  }

  @Test func ofRandomPolicies() throws {
    var count = 0
    for seed in 0..<60 {
      var random = RandomPolicy(seed: UInt64(seed))
      guard let policy = try? CompiledPolicy(random.make()) else { continue }
      count += 1
      try check(policy, "seed \(seed)")
    }
    #expect(count > 5)
  }

  @Test func answersAreRead() throws {
    let policy = try compiled(
      """
      linkpolicy: 1
      name: answers
      providers: {p: {kind: federated}, mail: {kinds: [password, email-link]}}
      purposes: {invite: {to: account, for: account, stale: never}}
      labels: {tier: [basic, gold]}
      decisions:
        sign-in.federated:
          rows:
            - {id: known, credential: known, because: [A, B],
               do: [drop: [password, email-link], set: {tier: gold}, send-code: invite, sign-in]}
            - {id: taken, address: taken, credential: new, refuse: no, ask: consent,
               tell: [providers, account], show: allowed}
            - {id: rest, refuse: no, show: other}
        sign-in.password|email-link: {rows: [{id: any, refuse: no}]}
      errors: {no: {names: {web: w, rest: r}}, other: {}}
      """)
    for (number, row) in policy.storage.tables[0].rows.enumerated() {
      let place = policy.policy.image.row(number, ofTable: 0)
      #expect(policy.policy.image.answer(ofRow: place) == row.answer)
      let reference = policy.policy.image.reference(toRow: place, of: "t")
      #expect(reference.position == row.position && reference.id == row.id.text)
      #expect(reference.because == row.because.map { $0.text })
    }
    #expect(policy.policy.image.name(ofError: 0, on: "rest") == "r")
    #expect(policy.policy.image.name(ofError: 0, on: "re") == nil)
    #expect(policy.policy.image.names(ofError: 0).map { $0.platform } == ["web", "rest"])
  }

  @Test func everyEffectHasANumberOfItsOwn() {
    for word in EffectWord.allCases {
      #expect(EffectWord(number: Int(word.rawValue)) == word)
      guard case .plain(let effect) = word.form else { continue }
      #expect(effect.closedWord == word)
    }
    #expect(EffectWord.allCases.map { $0.rawValue }.sorted() == Array(1...36))
    #expect(EffectWord(number: 0) == nil && EffectWord(number: 257) == nil)
  }

  @Test func namesThatAreNotTextAreRefusedAndNotWritten() {
    let name = Name(bytes: [0x70, 0xFF])
    var document = PolicyDocument(name: Located(name))
    document.providers = [ProviderDeclaration(Located("p"), kinds: [Located("federated")])]
    document.errors = [ErrorDeclaration(Located("no"))]
    var row = RowDeclaration(id: Located("no"))
    row.refusal = Located("no")
    document.decisions = [TableDeclaration(Located("sign-in.federated"), rows: [row])]
    let error = #expect(throws: InvalidInput.self) { try Policy(document) }
    #expect(error?.diagnostics.first?.message.contains("UTF-8") ?? false)
  }

  @Test func positionsMadeInCodeAreKeptInBounds() throws {
    var document = PolicyDocument(name: Located("p"))
    document.providers = [ProviderDeclaration(Located("p"), kinds: [Located("federated")])]
    document.errors = [ErrorDeclaration(Located("no"))]
    var row = RowDeclaration(
      id: Located("no", at: SourcePosition(file: -7, line: -1, column: .max)))
    row.refusal = Located("no")
    document.decisions = [TableDeclaration(Located("sign-in.federated"), rows: [row])]
    let policy = try Policy(document)
    let decision = try policy.decide(
      Attempt(.signIn, with: Assertion(verified: "p", subject: "1")), in: Situation())
    #expect(decision.row?.position.line == 0)
    #expect(decision.explanation.hasPrefix("?:0:"))
  }
}
