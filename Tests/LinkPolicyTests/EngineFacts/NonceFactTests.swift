import Testing

@testable import LinkPolicy
@testable import LinkPolicyAuthoring
@testable import LinkPolicyDiagnostics

/// The result of the nonce check, and the value `absent`, which older versions had for two of its results.
@Suite struct NonceFactTests {
  private typealias World = FactWorld

  private static let values: [(stated: Assertion.Nonce?, read: String)] = [
    (nil, "not-sent"), (.absent, "not-sent"), (.notSent, "not-sent"), (.missing, "missing"),
    (.mismatched, "mismatched"), (.matched, "matched"),
  ]

  private func nonce(_ attempt: Attempt) throws -> String {
    let policy = try World.policy.get()
    let decision = try policy.decide(attempt, in: Situation())
    return EngineFact.nonce.values[decision.facts[.nonce]].text
  }

  @Test func aFederatedAttemptThatStatesNothingSentNoNonce() throws {
    for (stated, read) in Self.values {
      var attempt = World.attempt()
      if let stated {
        attempt.assertion?.nonce = stated
      }
      #expect(try nonce(attempt) == read, "\(String(describing: stated))")
    }
  }

  @Test func otherKindsHaveNothingToCompare() throws {
    for attempt in [World.mail(), World.attempt(.signIn, "phone"), Attempt(.delete)] {
      #expect(try nonce(attempt) == "absent")
    }
    for stated in Assertion.Nonce.allCases where stated != .absent {
      var attempt = World.attempt(.signIn, "phone")
      attempt.assertion?.nonce = stated
      let error = #expect(throws: InputError.self) { try nonce(attempt) }
      #expect(error?.reason == .unexpected, "\(stated)")
    }
  }

  /// No cell of a federated table has the value that attempts never have, and every other value occurs.
  @Test func theSpaceHasWhatAttemptsHave() throws {
    let policy = try World.policy.get()
    var space = SituationSpace(policy.vocabulary, hasSupersededMethods: false)
    for (index, action) in policy.vocabulary.actions.enumerated() {
      for kind in action.kinds.kinds
      where policy.vocabulary.providers.offeredKinds.contains(kind) {
        let found = space.boxes(action: index, kind: kind)
          .reduce(into: ValueSet()) { $0 = $0.union($1[.nonce]) }
        #expect(found.values == (kind == .federated ? [0, 1, 2, 3] : [4]), "\(kind)")
      }
    }
  }
}

/// Conditions that name a value which was divided.
@Suite struct DividedValueTests {
  private func errors(
    guarding conditions: String = "nonce: mismatched", row: String = "credential: known",
    table: String = "sign-in", more: String = ""
  ) -> [String] {
    Marked(
      """
      linkpolicy: 1
      name: test
      providers: {p: {kind: federated}, mail: {kind: password}}
      errors: {no: {}}
      \(more)
      guards:
        - {id: guard, action: sign-in, \(conditions), refuse: no}
      decisions:
        \(table):
          rows:
            - {id: a, \(row), refuse: no}
            - {id: rest, refuse: no}
      """
    ).findings().filter { $0.level == .error }.map { $0.codeAndPlace }
  }

  @Test func anOldWordDoesNotLoad() {
    #expect(errors(guarding: "nonce: absent") == ["divided-value 7:41"])
    #expect(errors(guarding: "nonce: [mismatched, absent]") == ["divided-value 7:54"])
    #expect(errors(guarding: "nonce: {not: absent}") == ["divided-value 7:47"])
    #expect(errors(guarding: "nonce: {not: [matched, absent]}") == ["divided-value 7:57"])
    #expect(errors(guarding: "nonce: [missing, absent]") == ["divided-value 7:51"])
    #expect(errors(guarding: "nonce: [not-sent, absent]") == ["divided-value 7:52"])
    #expect(errors(guarding: "nonce: absent, kind: [federated, password]").count == 1)
    #expect(errors(guarding: "nonce: absent, provider: p").count == 1)
    #expect(errors(row: "nonce: absent") == ["divided-value 11:24"])
    #expect(
      errors(row: "nonce: absent", table: "sign-in.federated").contains("divided-value 11:24"))
    #expect(errors(more: "impossible: [{nonce: absent, because: never}]").count == 1)
    #expect(errors(more: "proof: {nonce: absent}").count == 1)
    #expect(
      errors(
        more: "facts: {f: {values: [x, y], rows: [{id: a, nonce: absent, is: x}, {id: b, is: y}]}}"
      )
      .count == 1)
  }

  @Test func newWordsAndOtherKindsLoad() {
    let conditions = [
      "nonce: not-sent", "nonce: [missing, not-sent]", "nonce: {not: matched}", "nonce: matched",
      "nonce: [absent, missing, not-sent]", "nonce: {not: [absent, missing, not-sent]}",
      "nonce: absent, kind: password", "nonce: absent, kind: {not: federated}",
    ]
    for condition in conditions {
      #expect(
        !errors(guarding: condition).contains { $0.hasPrefix("divided-value") }, "\(condition)")
    }
    let row = errors(row: "nonce: absent", table: "sign-in.password")
    #expect(!row.contains { $0.hasPrefix("divided-value") })
  }
}
