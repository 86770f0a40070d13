import LinkPolicyYAML
import Testing

@testable import LinkPolicy
@testable import LinkPolicyAuthoring

@Suite("What a ticket binds")
struct BoundTicketTests {
  private static let text = """
    linkpolicy: 1
    name: bound
    title: tickets with an action, a row and inputs
    providers: {p: {kind: federated}}
    inputs:
      factor: {values: [absent, right], by: session, retry: yes, factor: yes}
      device: {values: [unknown, trusted], by: service}
      unused: {values: [a, b], by: service}
    actions:
      enroll: {points-to: session}
      remove: {points-to: session}
    decisions:
      sign-in.federated:
        rows:
          - {id: gone, credential: broken, refuse: no}
          - {id: new, credential: new, refuse: elsewhere}
          - {id: asked, credential: known, factors: some, ticket: {not: second-factor}, refuse: show}
          - {id: shown, credential: known, factors: some, ticket: second-factor, do: [sign-in]}
          - {id: known, credential: known, factors: none, input.device: trusted, do: [sign-in]}
          - {id: unknown, credential: known, factors: none, input.device: unknown, refuse: show}
      link.federated:
        rows:
          - {id: held, credential: {not: new}, refuse: no}
          - {id: nobody, credential: new, session: [none, gone], refuse: no}
          - {id: other, credential: new, session: [recent, old, revoked], same-provider: {not: none}, refuse: no}
          - {id: add, credential: new, session: [recent, old, revoked], same-provider: none, do: [link]}
      enroll:
        rows:
          - {id: nobody, session: [none, gone], refuse: no}
          - {id: enroll, session: [recent, old, revoked], do: [enroll-factor]}
      remove:
        rows:
          - {id: nobody, session: [none, gone], refuse: no}
          - {id: none, session: [recent, old, revoked], factors: none, refuse: no}
          - {id: remove, session: [recent, old, revoked], factors: some, do: [remove-factor]}
    errors: {no: {}, show: {ask: second-factor}, elsewhere: {ask: existing-credential}}

    """

  private func policy(_ edit: (old: String, new: String)? = nil) throws -> Policy {
    let text = edit.map { Self.text.replacing($0.old, with: $0.new) } ?? Self.text
    return try CompiledPolicy(yaml: Array(text.utf8), name: "bound.yaml").policy
  }

  private func account(_ factors: LongInteger) -> Account {
    var account = Account(id: "u1")
    account.methods = [Method("p", .federated, subject: "s")]
    account.factors = factors
    return account
  }

  private func attempt(_ action: Action = .signIn, _ subject: String = "s") -> Attempt {
    Attempt(action, with: Assertion(verified: "p", subject: subject))
  }

  private func code(_ decision: Decision) -> String? {
    if case .refused(let refusal) = decision.outcome { refusal.code } else { nil }
  }

  @Test("a ticket has the action, the row and the tested inputs without `retry`")
  func parts() throws {
    let policy = try policy()
    let held = Situation(credentialHolder: .account(account(1)))
    let ticket = try #require(try policy.decide(attempt(), in: held).ticket)
    #expect(ticket.action == "sign-in" && ticket.row == "sign-in.federated/asked")
    #expect(ticket.inputs.values.map { $0.name + "=" + $0.value } == ["device=unknown"])
    #expect(ticket.account == "u1" && ticket.ask == .secondFactor)
  }

  @Test("a ticket without an action, of another row, or with other inputs starts again")
  func edited() throws {
    let policy = try policy()
    let held = Situation(credentialHolder: .account(account(1)))
    let ticket = try #require(try policy.decide(attempt(), in: held).ticket)
    func outcome(_ edit: (inout Ticket) -> Void, _ inputs: Inputs = ["factor": "right"]) throws
      -> String?
    {
      var again = attempt()
      again.inputs = inputs
      again.ticket = ticket
      if var edited = again.ticket {
        edit(&edited)
        again.ticket = edited
      }
      return code(try policy.decide(again, in: held))
    }
    #expect(try outcome { _ in } == nil)
    #expect(try outcome { $0.action = nil } == "start-again")
    #expect(try outcome { $0.row = nil } == "start-again")
    #expect(try outcome { $0.row = "sign-in.federated/known" } == "start-again")
    #expect(try outcome { $0.action = "remove" } == "start-again")
    #expect(try outcome { $0.ask = .consent } == "start-again")
    #expect(try outcome { $0.inputs = [:] } == "start-again")
    #expect(try outcome({ _ in }, ["factor": "right", "device": "trusted"]) == "start-again")
    // An input that no row tests is not bound.
    #expect(try outcome({ _ in }, ["factor": "right", "unused": "b"]) == nil)
  }

  @Test("a ticket issued without an account resumes a link in a session, and no other attempt")
  func withoutAccount() throws {
    let policy = try policy()
    let ticket = try #require(try policy.decide(attempt(.signIn, "t"), in: Situation()).ticket)
    #expect(ticket.account == nil && ticket.ask == .existingCredential)
    var link = attempt(.link, "t")
    link.ticket = ticket
    var owner = account(0)
    owner.methods = []
    let session = Session(id: "s1", .recent, of: owner)
    #expect(code(try policy.decide(link, in: Situation(session: session))) == nil)
    // An attacker with the ticket finds an account by the credential.
    var signIn = attempt(.signIn, "t")
    signIn.ticket = ticket
    var holder = account(0)
    holder.methods = [Method("p", .federated, subject: "t")]
    let held = Situation(credentialHolder: .account(holder))
    #expect(code(try policy.decide(signIn, in: held)) == "start-again")
    // An attacker cannot have the ticket's owner link the attacker's credential.
    var foreign = attempt(.link, "attackers")
    foreign.ticket = ticket
    #expect(code(try policy.decide(foreign, in: Situation(session: session))) == "start-again")
    // The ticket does not resume an action without the credential.
    var enroll = Attempt(Action("enroll"))
    enroll.ticket = ticket
    #expect(code(try policy.decide(enroll, in: Situation(session: session))) == "start-again")
  }

  @Test("a factor stated for an account without one is an error, and so is one for no account")
  func factorWithoutFactors() throws {
    let policy = try policy()
    var stating = attempt()
    stating.inputs = ["factor": "right"]
    for situation in [Situation(credentialHolder: .account(account(0))), Situation()] {
      let error = #expect(throws: InputError.self) {
        _ = try policy.decide(stating, in: situation)
      }
      #expect(error?.reason == .contradiction)
      #expect(error?.message.contains("input `factor` states `right`") == true)
    }
  }

  @Test("factors are counted up and down by writes that can be repeated")
  func counting() throws {
    let policy = try policy()
    func writes(_ action: String, _ factors: LongInteger) throws -> [LongInteger] {
      let situation = Situation(session: Session(id: "s1", .recent, of: account(factors)))
      return try policy.decide(Attempt(Action(action)), in: situation).changes.writes.compactMap {
        if case .setFactors(.existing("u1"), let count) = $0 { count } else { nil }
      }
    }
    #expect(try writes("enroll", 0) == [1] && writes("enroll", 1) == [2])
    #expect(try writes("remove", 2) == [1] && writes("remove", 1) == [0])
    #expect(try writes("remove", 0).isEmpty)
  }

  @Test("`remove-factor` needs an account with a factor, as the compiler reports")
  func compiled() throws {
    #expect(throws: (any Error).self) {
      _ = try policy(("factors: some, do: [remove-factor]", "do: [remove-factor]"))
    }
  }

  @Test("two rows of an account with different numbers of factors are torn")
  func torn() throws {
    let situation = Situation(
      credentialHolder: .account(account(1)), session: Session(id: "s1", .recent, of: account(0)))
    let error = #expect(throws: InputError.self) {
      _ = try policy().decide(attempt(), in: situation)
    }
    #expect(error?.reason == .torn)
  }

  @Test("an image keeps the marks of inputs, and they are part of the digest")
  func image() throws {
    let compiled = try CompiledPolicy(yaml: Array(Self.text.utf8), name: "bound.yaml")
    let loaded = try Policy(image: compiled.image)
    #expect(loaded.vocabulary.schema.retryInputs == compiled.vocabulary.schema.retryInputs)
    #expect(loaded.vocabulary.schema.factorInputs.count == 1)
    #expect(try policy((", retry: yes", "")).digest != compiled.policy.digest)
    #expect(try policy((", factor: yes", "")).digest != compiled.policy.digest)
  }
}
