import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyJSON
import LinkPolicyPresets
import LinkPolicyTestSupport
import LinkPolicyTesting
import LinkPolicyYAML
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyReview

@Suite("Sequences as vectors")
struct SequenceVectorTests {
  @Test("with the policy's own answers they pass, and play as the sequence does")
  func answers() throws {
    for name in Sketches.all {
      let policy = try Sketches.policy(name)
      var limits = Explorer.Limits()
      limits.stores = 40
      var explorer = Explorer(policy, limits: limits)
      explorer.explore()
      var count = 0
      for sequence in SequenceGenerator(explorer).sequences(for: .rows) {
        let vector = SequenceVector(
          sequence, under: policy, named: name, prefix: "t", answers: .policy)
        let rows = sequence.play(policy).map { $0.decision?.row?.id }
        try VectorReader.read(
          vector.json.line, name: "t.jsonl", format: .jsonLines, keepsJSON: true
        ) { read in
          let played = Player(policy.policy).play(read)
          #expect(played.mismatches.isEmpty, "\(name): \(played.mismatches)")
          #expect(played.steps.map { $0.decision?.row?.id } == rows)
          #expect(read.id == vector.id)
          #expect(read.inputsHash.map { "t-" + $0 } == vector.id)
          count += 1
        }
      }
      #expect(count > 3, "\(name)")
    }
  }

  @Test("a requested link says that links are off, whatever other methods are off")
  func disabledLinks() throws {
    let text = """
      linkpolicy: 1
      name: links
      providers:
        google.com: {kind: federated}
        password: {kinds: [password, email-link]}
      methods: {count-disabled: no}
      addresses: {unique: yes}
      impossible:
        - {address: several, because: one}
        - {credential: broken, because: none}
      decisions:
        send-link:
          hit: first
          rows:
            - {id: off-some, method: disabled, other-methods: some, refuse: use-another}
            - {id: off, overrides: earlier, method: disabled, refuse: closed}
            - {id: some, overrides: earlier, other-methods: some, refuse: no}
            - {id: send, overrides: earlier, do: [send-code: sign-in]}
        sign-in.federated:
          hit: first
          rows:
            - {id: known, credential: known, do: [sign-in]}
            - {id: taken, overrides: earlier, address: taken, refuse: no}
            - {id: new, overrides: earlier, do: [create, sign-in]}
        sign-in.password|email-link: {rows: [{id: never, refuse: no}]}
      errors: {no: {}, closed: {}, use-another: {}}
      """
    let policy = try CompiledPolicy(yaml: Array(text.utf8), name: "links.yaml")
    let assertion = Assertion(
      verified: "google.com", subject: "g1", addresses: [AddressRecord("a@example.com")])
    var link = Attempt(Action("send-link"), address: "a@example.com")
    link.link = Attempt.LinkRequest(isDomainAllowed: true, isHandledInApp: true)
    let cases: [(isOn: Bool, disabled: [String], row: String, listed: [String])] = [
      (true, [], "some", []), (true, ["google.com"], "send", ["google.com"]),
      (false, [], "off-some", ["password/email-link"]),
      (false, ["google.com"], "off", ["google.com", "password/email-link"]),
    ]
    for (isOn, disabled, row, listed) in cases {
      var caller = Accounts.AttemptContext(isMethodEnabled: isOn)
      caller.disabledMethods = disabled.map { DisabledMethod($0) }
      var sequence = StepSequence()
      for step in [
        ExploredAttempt(Attempt(.signIn, with: assertion), by: Accounts.AttemptContext()),
        ExploredAttempt(link, by: caller),
      ] {
        sequence.steps.append(StepSequence.Step(content: .attempt(step)))
      }
      #expect(sequence.play(policy).map { $0.decision?.row?.id } == ["new", row])
      let vector = SequenceVector(
        sequence, under: policy, named: "links", prefix: "t", answers: .policy)
      try VectorReader.read(
        vector.json.line, name: "t.jsonl", format: .jsonLines, keepsJSON: true
      ) { read in
        let played = Player(policy.policy).play(read)
        #expect(played.mismatches.isEmpty, "\(played.mismatches)")
        guard case .attempt(let last) = read.steps.last?.content else {
          Issue.record("the last step is no attempt")
          return
        }
        #expect(last.disabledMethods?.map { $0.name } == listed)
      }
    }
  }

  @Test("the id goes by the inputs alone")
  func ids() throws {
    let policy = try Presets.compiled(named: "firebase")
    var explorer = Explorer(policy)
    explorer.explore { $0.expanded < 3 }
    let sequence = explorer.sequence(to: 2)
    let vectors = [SequenceVector.Answers.none, .outcome, .policy].map {
      SequenceVector(
        sequence, under: policy, named: "firebase", prefix: "a", answers: $0, flags: ["X"])
    }
    #expect(Set(vectors.map { $0.id }).count == 1)
    let other = SequenceVector(
      sequence, under: policy, named: "other", prefix: "a", answers: .none)
    #expect(other.id != vectors[0].id)
  }

  @Test("canonical inputs: sorted keys, shortest escapes, nothing that is expected")
  func canonical() throws {
    let text =
      #"{"steps":[{"expect":{"row":"x"},"attempt":{"b":1,"a":"\u0001\n\"\u00e9/"}}],"id":"q","policy":"p"}"#
    let value = try JSONDocument(Array(text.utf8), name: "x").root
    let bytes = CanonicalInputs.bytes(of: value)
    let expected = #"{"policy":"p","steps":[{"attempt":{"a":"\u0001\n\"é/","b":1}}]}"#
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
    #expect(CanonicalInputs.id(of: value, prefix: "f").utf8.count == 14)
  }

  @Test("a step is left out where nothing needs it, and never one that a later step names")
  func minimized() throws {
    let policy = try Presets.compiled(named: "firebase")
    var limits = Explorer.Limits()
    limits.stores = 30
    var explorer = Explorer(policy, limits: limits)
    explorer.explore()
    for store in explorer.stores.indices.suffix(60) {
      let sequence = explorer.sequence(to: store)
      let all = sequence.minimized { _ in false }
      #expect(all.steps.count == sequence.steps.count)
      let last = sequence.play(policy).last?.decision?.row?.id
      let least = sequence.minimized { $0.play(policy).last?.decision?.row?.id == last }
      #expect(least.play(policy).count == least.steps.count)
      #expect(least.steps.count <= sequence.steps.count)
    }
  }
}
