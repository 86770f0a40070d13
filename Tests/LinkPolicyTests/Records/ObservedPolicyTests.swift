import Synchronization
import Testing

@testable import LinkPolicy

/// A hook is told of everything, and of nobody.
@Suite struct ObservedPolicyTests {
  private static let policy = Result {
    try LinkPolicyTests.policy(
      """
      linkpolicy: 1
      name: observed
      providers: {p: {kind: federated}}
      decisions:
        sign-in:
          rows:
            - {id: known, credential: known, do: [sign-in]}
            - {id: broken, credential: broken, refuse: exists}
            - {id: taken, credential: new, address: taken, refuse: exists}
            - {id: rest, credential: new, address: [free, absent], do: [create, sign-in]}
      errors: {exists: {ask: existing-credential, tell: [methods]}}
      """)
  }

  /// The events in words.
  private func words(_ event: PolicyEvent) -> String {
    switch event {
    case .lookedUp(let summary):
      "looked up \(summary.action) \(summary.provider ?? "-") \(summary.asksCredential) \(summary.addressCount)"
    case .decided(let summary): "decided \(words(summary))"
    case .refused(let summary): "refused \(words(summary))"
    case .faulted(let summary): "faulted \(words(summary))"
    case .retried(let summary, let time): "retried \(words(summary)) \(time)"
    }
  }

  private func words(_ summary: DecisionSummary) -> String {
    let row = summary.row.map { $0.table + "/" + $0.id } ?? "no row"
    return "\(summary.action ?? "-") \(summary.provider ?? "-") \(row) \(summary.outcome) "
      + summary.writes.joined(separator: "+")
  }

  private func attempt(_ provider: String = "p", _ action: Action = .signIn) -> Attempt {
    Attempt(
      action,
      with: Assertion(
        verified: provider, subject: "subject-1", addresses: [AddressRecord("ada@x.example")]))
  }

  @Test func everyEventIsTold() throws {
    let seen = Mutex<[String]>([])
    let observed = ObservedPolicy(try Self.policy.get()) { event in
      seen.withLock { $0.append(self.words(event)) }
    }
    func found(_ holders: [Account]) throws -> AnsweredLookup {
      try observed.lookup(for: attempt(), by: .nobody, under: [:]).answered(
        credential: .nobody, addresses: [holders], session: .notAsked, target: .notAsked,
        code: .notAsked, method: .enabled)
    }
    let holder = Account(
      id: "account-1", version: 3, tenant: nil, email: "ada@x.example", isEmailVerified: true,
      state: .active, epoch: 0, methods: [], labels: [])
    let allowed = try observed.decide(try found([]))
    observed.retry(allowed, time: 1)
    #expect(try !observed.decide(try found([holder])).isAllowed)
    for attempt in [attempt("q@x.example"), attempt("p", Action("ada@x.example"))] {
      #expect(throws: InputError.self) {
        try observed.lookup(for: attempt, by: .nobody, under: [:])
      }
    }
    let other = try LinkPolicyTests.policy(
      "linkpolicy: 1\nname: other\nproviders: {p: {kind: federated}}\n"
        + "decisions: {sign-in: {rows: [{id: a, do: []}]}}\n")
    let foreign = try other.lookup(for: attempt(), by: .nobody, under: [:]).answered(
      credential: .nobody, addresses: [[]], session: .notAsked, target: .notAsked,
      code: .notAsked, method: .enabled)
    #expect(throws: InputError.self) { try observed.decide(foreign) }
    let events = seen.withLock { $0 }
    #expect(
      events == [
        "looked up sign-in p true 1",
        "decided sign-in p sign-in/rest allowed insert-account+put-method+open-session",
        "retried sign-in p sign-in/rest allowed insert-account+put-method+open-session 1",
        "looked up sign-in p true 1",
        "refused sign-in p sign-in/taken refused(\"exists\") ",
        "faulted sign-in - no row fault(LinkPolicy.InputError.Reason.undeclared) ",
        "faulted - p no row fault(LinkPolicy.InputError.Reason.actionNotOffered) ",
        "faulted sign-in p no row fault(LinkPolicy.InputError.Reason.contradiction) ",
      ])
    for secret in ["ada", "x.example", "subject-1", "account-1"] {
      #expect(!events.joined().contains(secret), "\(secret)")
    }
  }
}
