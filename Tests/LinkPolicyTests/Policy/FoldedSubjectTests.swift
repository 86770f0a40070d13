import LinkPolicyDiagnostics
import Testing

@testable import LinkPolicy

/// `subjects: folded` compares the subjects of a provider without the case of ASCII letters.
@Suite struct FoldedSubjectTests {
  private static func text(_ providers: String) -> String {
    """
    linkpolicy: 1
    name: directory
    providers:
    \(providers)
    decisions:
      sign-in:
        rows:
          - {id: known, credential: known, do: [sign-in]}
          - {id: new,   credential: new, do: [create, sign-in]}
          - {id: gone,  credential: broken, refuse: gone}
    errors: {gone: {ask: existing-credential}}
    """
  }

  private static let policy = Result {
    try LinkPolicyTests.policy(
      text(
        """
          ldap:   {kind: federated, gives: [name], subjects: folded}
          saml:   {kind: federated, gives: [name]}
          "ad.*": {kinds: [custom, federated], gives: [name], subjects: folded}
        """))
  }

  private static func signIn(_ provider: String, _ subject: String) -> Attempt {
    Attempt(.signIn, with: Assertion(verified: provider, subject: subject, addresses: []))
  }

  private static func store(_ methods: [Method]) -> Accounts {
    var store = Accounts()
    for (number, method) in methods.enumerated() {
      var account = Account(id: "u\(number + 1)")
      account.methods = [method]
      store.add(account)
    }
    return store
  }

  @Test func aLookupAsksForTheCanonicalSubject() throws {
    let policy = try Self.policy.get()
    for (provider, subject, canonical) in [
      ("ldap", "AdA", "ada"), ("ldap", "ada", "ada"), ("ad.one", "ADA@Corp", "ada@corp"),
      ("saml", "AdA", "AdA"), ("ldap", "ÄDA\u{130}", "Äda\u{130}"),
    ] {
      let lookup = try policy.lookup(
        for: Self.signIn(provider, subject), by: .nobody, under: [:])
      #expect(lookup.credential?.subject == canonical)
      #expect(lookup.attempt.assertion?.subject == canonical)
    }
  }

  @Test func theHolderIsFoundInAnyCase() throws {
    let policy = try Self.policy.get()
    let store = Self.store([
      Method("ldap", .federated, subject: "ada"), Method("saml", .federated, subject: "ada"),
    ])
    for (provider, subject, row) in [
      ("ldap", "ADA", "known"), ("ldap", "ada", "known"), ("ldap", "adä", "new"),
      ("saml", "ada", "known"), ("saml", "ADA", "new"),
    ] {
      let lookup = try policy.lookup(
        for: Self.signIn(provider, subject), by: .nobody, under: [:])
      let decision = try policy.decide(store.answer(lookup, method: .notAsked))
      #expect(decision.row?.path == "sign-in/" + row, "\(provider) \(subject)")
      let tool = try policy.decide(lookup.attempt, in: Situation())
      #expect(tool.row?.path == "sign-in/new")
    }
  }

  @Test func aNewMethodIsStoredInCanonicalForm() throws {
    let policy = try Self.policy.get()
    let lookup = try policy.lookup(for: Self.signIn("ldap", "ADA"), by: .nobody, under: [:])
    let decision = try policy.decide(Self.store([]).answer(lookup, method: .notAsked))
    let subjects = decision.changes.writes.compactMap { write -> String? in
      if case .putMethod(_, let method) = write { method.key.subject } else { nil }
    }
    #expect(subjects == ["ada"])
  }

  @Test func aStoredSubjectInAnotherFormIsAnError() throws {
    let policy = try Self.policy.get()
    let store = Self.store([Method("ad.one", .custom, subject: "Ada")])
    let account = try #require(store.accounts.first)
    let error = #expect(throws: InputError.self) { try policy.checkDecidable(account) }
    #expect(
      error?.message.contains(
        "has the subject `Ada`, which is not in its canonical form, `ada`, which lookups use")
        == true)
  }

  @Test func aTicketIsBoundToTheCanonicalSubject() throws {
    let policy = try Self.policy.get()
    var attempt = Self.signIn("ldap", "ADA")
    var lookup = try policy.lookup(for: attempt, by: .nobody, under: [:])
    let refusal = try policy.decide(
      lookup.answered(
        credential: .gone, addresses: [], session: .notAsked, target: .notAsked, code: .notAsked,
        method: .notAsked))
    let ticket = try #require(refusal.ticket)
    #expect(ticket.subject == "ada")
    for (subject, isStale) in [("Ada", false), ("ada", false), ("adb", true)] {
      attempt = Self.signIn("ldap", subject)
      attempt.ticket = ticket
      lookup = try policy.lookup(for: attempt, by: .nobody, under: [:])
      let decision = try policy.decide(Self.store([]).answer(lookup, method: .notAsked))
      #expect((decision.source == .staleTicket) == isStale, "\(subject)")
    }
  }

  @Test func aFoldingWithoutMeaningIsAnError() throws {
    for (providers, message) in [
      (
        "  keys: {kinds: [federated, passkey], subjects: folded}",
        "provider `keys` folds subjects, but the credential ids of passkeys are case-sensitive"
      ),
      (
        "  mail: {kind: password, subjects: folded}\n  x: {kind: federated}",
        "provider `mail` folds subjects, but none of its kinds has a subject with letters"
      ),
      (
        "  a: {kind: federated, subjects: folded, issuer: one}\n  b: {kind: federated, issuer: one}",
        "providers `a` and `b` can have the same issuer, and only one of them folds subjects"
      ),
      // The issuer of a family's member is its id.
      (
        "  \"ad.*\": {kind: federated, subjects: folded}\n  b: {kind: federated, issuer: ad.corp}",
        "providers `ad.*` and `b` can have the same issuer, and only one of them folds subjects"
      ),
      (
        "  \"*\": {kind: federated}\n  b: {kind: federated, subjects: folded, issuer: corp}",
        "providers `b` and `*` can have the same issuer, and only one of them folds subjects"
      ),
      (
        "  a: {kind: federated}\n  b: {kind: federated, subjects: folded, issuer: a}",
        "providers `b` and `a` can have the same issuer, and only one of them folds subjects"
      ),
    ] {
      let error = #expect(throws: InvalidInput.self) {
        try LinkPolicyTests.policy(Self.text(providers))
      }
      #expect(error.map { "\($0)".contains(message) } == true, "\(providers)")
    }
  }

  @Test func theDigestDependsOnlyOnFoldedSubjects() throws {
    func digest(_ provider: String) throws -> String {
      try LinkPolicyTests.policy(Self.text("  a: {kind: federated, gives: [name]\(provider)}"))
        .digest.text
    }
    #expect(try digest("") == digest(", subjects: exact"))
    #expect(try digest("") != digest(", subjects: folded"))
    #expect(try digest(", case: exact") != digest(", subjects: folded"))
  }

  @Test func anImageKeepsBothMarks() throws {
    for marks in ["", ", case: exact", ", subjects: folded", ", case: exact, subjects: folded"] {
      let policy = try LinkPolicyTests.policy(
        Self.text("  a: {kind: federated, gives: [name]\(marks)}"))
      let provider = policy.vocabulary.providers.providers[0]
      #expect(provider.keepsCase == marks.contains("case"))
      #expect(provider.foldsSubjects == marks.contains("folded"))
    }
  }

  @Test func anotherPolicyDoesNotUseAnswersAboutSubjectsInAnotherForm() throws {
    let exact = try LinkPolicyTests.policy(Self.text("  ldap: {kind: federated, gives: [name]}"))
    let folded = try Self.policy.get()
    for (first, second) in [(exact, folded), (folded, exact)] {
      let lookup = try first.lookup(for: Self.signIn("ldap", "ada"), by: .nobody, under: [:])
      let answered = try Self.store([]).answer(lookup, method: .notAsked)
      #expect(try second.decide(answeredElsewhere: answered) == nil)
      #expect(try first.decide(answeredElsewhere: answered) != nil)
    }
  }

  @Test func providersWithoutACommonCredentialFoldAsTheyDeclare() throws {
    for providers in [
      "  a: {kind: federated, gives: [name], subjects: folded, issuer: i}\n  b: {kind: passkey, issuer: i}",
      "  a: {kind: federated, gives: [name], subjects: folded, issuer: i}\n  b: {kind: custom, gives: [name], issuer: i}",
      "  \"ad.*\": {kind: federated, gives: [name], subjects: folded}\n  ad.b: {kind: federated, gives: [name]}",
    ] {
      #expect(throws: Never.self) { try LinkPolicyTests.policy(Self.text(providers)) }
    }
  }

  @Test func aCodeRequestedBeforeTheFoldingBelongsToTheSameCredential() throws {
    let policy = try LinkPolicyTests.policy(
      """
      linkpolicy: 1
      name: codes
      providers:
        ldap: {kind: federated, subjects: folded}
        saml: {kind: federated}
      actions:
        confirm: {points-to: code, kinds: [federated], takes: verify}
      decisions:
        confirm:
          rows:
            - {id: same,  code: valid, code-credential: same, do: []}
            - {id: other, code: valid, code-credential: [other, absent], refuse: no}
            - {id: rest,  code: {not: valid}, refuse: no}
      errors: {no: {}}
      """)
    let account = Account(id: "u1", email: "a@gmail.com")
    for (provider, asked, row) in [
      ("ldap", "ADA", "same"), ("ldap", "ada", "same"), ("ldap", "adb", "other"),
      ("saml", "Ada", "same"), ("saml", "ADA", "other"),
    ] {
      let code = Code(
        id: "c1", .valid, for: .verify, address: "a@gmail.com", account: account,
        credential: MethodKey(issuer: provider, kind: .federated, subject: asked))
      let attempt = Attempt(
        Action("confirm"),
        with: Assertion(
          verified: provider, subject: "Ada", addresses: [AddressRecord("a@gmail.com")]))
      let decision = try policy.decide(
        attempt, in: Situation(addressHolders: [account], code: code))
      #expect(decision.row?.path == "confirm/" + row, "\(provider) \(asked)")
    }
  }
}
