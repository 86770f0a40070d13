import Foundation
import LinkPolicyDiagnostics
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicy

/// Policies and attempts in which an identifier could lead to the account of another person.
@Suite struct IdentifierAttackTests {
  /// A policy in which a session, a name, a password and a link can be asked for.
  ///
  /// - Parameters:
  ///   - find: the orders of searches.
  ///   - reset: the row of `request-reset` for an account.
  ///   - joins: the row of a federated sign-in that joins an account.
  ///   - more: further declarations.
  /// - Returns: the text of a policy.
  private func text(
    find: String = "sign-in: [credential, address, username]",
    reset: String = "{id: some, account: {not: none}, refuse: no}",
    joins: String = "{id: join, credential: new, account: {not: none}, refuse: no}",
    more: String = ""
  ) -> String {
    """
    linkpolicy: 1
    name: names
    providers:
      password:  {kind: password, gives: [email]}
      directory: {kind: federated, gives: [email]}
    identifiers:
      username: {fold: case}
      phone:    {}
    find:
      \(find)
    \(more)
    errors:
      no:             {}
      consent-needed: {ask: consent}
    decisions:
      sign-up:
        rows:
          - {id: first, account: none, identifier.username: free, do: [create, set-identifier: username]}
          - {id: rest, refuse: no}
      sign-in.password:
        rows:
          - {id: right, secret: right, do: [sign-in]}
          - {id: rest,  refuse: no}
      sign-in.federated:
        hit: first
        rows:
          - {id: known, credential: known, do: [sign-in]}
          - {id: gone,  credential: broken, refuse: no}
          - \(joins)
          - {id: ask,   overrides: earlier, consent: absent, refuse: consent-needed}
          - {id: named, overrides: earlier, account: none, identifier.username: [free, address],
             do: [create, set-identifier: username, sign-in]}
          - {id: rest,  refuse: no}
      request-reset:
        hit: first
        rows:
          - \(reset)
          - {id: none, do: []}
      reset-password:
        rows:
          - {id: valid, code: valid, account: [unverified, verified], do: [set-password]}
          - {id: rest,  refuse: no}
    """
  }

  /// The errors of a policy, as `code: message; help: text`.
  private func errors(_ text: String) -> [String] {
    Marked(text).findings().filter { $0.level == .error }.map {
      $0.code.name.text + ": " + $0.message + ($0.help.map { "; help: " + $0 } ?? "")
    }
  }

  @Test("the policy itself has no errors")
  func control() {
    #expect(errors(text()) == [])
  }

  @Test(
    "an order cannot leave the address out, which attempts without a name are found by",
    arguments: [
      "sign-in: [credential, username]", "sign-in: [credential]",
      "sign-in: [credential, username, phone]",
    ])
  func orderWithoutAddress(find: String) {
    #expect(
      errors(text(find: find)).contains {
        $0.hasPrefix(
          "invalid-declaration: `sign-in` finds accounts by address too, and its order omits `address`"
        )
      })
  }

  @Test("identifiers do not bound their search by pools, so only one pool is allowed")
  func pools() {
    let more = "pools: {staff: [password], rest: [\"*\"]}"
    #expect(
      errors(text(more: more)).contains {
        $0.hasPrefix(
          "invalid-declaration: identifiers are searched in all pools, and the policy has several")
      })
    #expect(errors(text(more: "pools: {all: [\"*\"]}")) == [])
  }

  @Test(
    "no code of an account found by name is mailed to the address of the asker",
    arguments: [
      "request-reset: [credential, address, username]",
      "request-reset: [credential, username, address]",
      "request-reset: [credential, phone, address, username]",
    ])
  func reset(find: String) {
    func errors(_ conditions: String, _ effects: String = "send-code: reset") -> [String] {
      self.errors(
        text(
          find: find,
          reset: "{id: some, account: {not: none}, address: {not: absent}\(conditions),"
            + " do: [\(effects)]}"
        ))
    }
    #expect(errors("").contains { $0.contains("`username` may have found the account") })
    #expect(
      errors(", identifier.username: {not: own}, identifier.phone: {not: own}") == [])
    #expect(
      errors(", identifier.username: own", "set-email").contains {
        $0.contains("`username` may have found the account")
      })
    // The only holder of the address, of an attempt that names nobody else.
    #expect(
      self.errors(
        text(
          find: find,
          reset: "{id: some, account: {not: none}, address: own, do: [send-code: reset]}")) == [])
    // A code that is mailed to the account's own address reaches its owner.
    #expect(
      self.errors(
        text(
          find: find, reset: "{id: some, account: {not: none}, do: [send-code: name]}",
          more: "purposes: {name: {to: account}}")) == [])
  }

  @Test("no address is verified because an attempt that names the account asserts another one")
  func verification() {
    func errors(_ conditions: String) -> [String] {
      self.errors(
        text(
          joins: "{id: join, credential: new, account: unverified\(conditions),"
            + " same-provider: none, do: [link, verify-email, sign-in]}"))
    }
    #expect(errors("").contains { $0.contains("`username` may have found the account") })
    #expect(errors(", identifier.username: {not: own}") == [])
    #expect(errors(", address: taken") == [])
  }

  @Test("a password is not stored where no sign-in can find its account")
  func stranded() {
    let stranded = errors(text(find: "sign-up: [credential, address, username]"))
    #expect(stranded.contains { $0.contains("`create`") && $0.contains("no address") })
    #expect(
      errors(
        text(
          find: "sign-up: [credential, address, username]\n"
            + "  sign-in: [credential, address, username]")) == [])
  }

  @Test(
    "policies by which strangers entered accounts that a name found are refused",
    arguments: [
      ("adopt", "may have found the account"), ("fed-email", "may have found the account"),
      ("signup-email", "may have found the account"), ("el", "may have found the account"),
      ("order", "may have found the account"), ("setpw", "may have found the account"),
      ("signup-known", "proves nothing"), ("signup-setpw", "proves nothing"),
      ("claim-known", "proves nothing"), ("tokens", "proves nothing"),
      ("factor", "proves nothing"), ("clear", "proves nothing"), ("sms", "proves nothing"),
      ("proofown", "`proof` depends on"),
    ])
  func entered(policy: String, message: String) throws {
    let text = try String(
      contentsOf: Project.file("Tests/Policies/names/\(policy).yaml"), encoding: .utf8)
    #expect(errors(text).contains { $0.contains(message) })
  }

  @Test(
    "the holder of a credential is found by it, and may bring a new address",
    arguments: ["sync", "sync-code"])
  func returning(policy: String) throws {
    let text = try String(
      contentsOf: Project.file("Tests/Policies/names/\(policy).yaml"), encoding: .utf8)
    #expect(errors(text) == [])
  }

  /// The errors of a policy with a row about the account that an attempt without a credential names.
  private func errorsOfNaming(_ effect: String) -> [String] {
    errors(
      """
      linkpolicy: 1
      name: named
      providers: {password: {kind: password, gives: [email]}}
      identifiers: {username: {fold: case}}
      labels: {tier: [standard, staff]}
      purposes: {name: {to: account}}
      find: {claim: [credential, username], sign-in: [credential, address, username]}
      actions: {claim: {points-to: credential, address: none}}
      decisions:
        claim:
          rows:
            - {id: some, account: [unverified, verified], factors: some, session: recent, do: [\(effect)]}
            - {id: rest, account: [unverified, verified], factors: some, session: {not: recent}, refuse: no}
            - {id: bare, account: [unverified, verified], factors: none, refuse: no}
            - {id: none, account: [none, no-address], refuse: no}
        sign-in:
          rows:
            - {id: right, secret: right, do: [sign-in]}
            - {id: wrong, secret: wrong, do: [disable, set: {tier: staff}]}
            - {id: none,  secret: absent, refuse: no}
      errors: {"no": {}}
      """)
  }

  @Test(
    "a name alone neither opens nor changes an account",
    arguments: [
      "sign-in", "issue-token", "set-password", "set-identifier: username",
      "clear-identifier: username", "enroll-factor", "remove-factor", "drop-factors",
      "drop: [password]", "drop-unproven", "clear-email", "unverify-email", "verify-email",
      "overwrite-profile", "disable", "enable", "set: {tier: staff}", "revoke-sessions", "delete",
    ])
  func named(effect: String) {
    let errors = errorsOfNaming(effect)
    #expect(
      errors.contains { $0.hasPrefix("impossible-effect: row `some`") && $0.contains("username") },
      "\(errors)")
    #expect(!errors.contains { $0.contains("row `wrong`") }, "\(errors)")
  }

  @Test(
    "a name is enough to notify its owner, and to mail the owner's address",
    arguments: ["notify-owner", "send-code: name", "cancel-pending", "end-session"])
  func harmless(effect: String) {
    #expect(errorsOfNaming(effect) == [])
  }

  private func decide(
    _ attempt: Attempt, _ accounts: [Account], find: String
  ) throws -> Decision {
    let policy = try policy(text(find: find))
    var store = Accounts()
    for account in accounts {
      store.add(account)
    }
    return try policy.decide(
      store.answer(policy.lookup(for: attempt, by: .nobody, under: [:]), method: .notAsked))
  }

  @Test(
    "a password is compared by one name, so that it is clear whose it is",
    arguments: [
      "sign-in: [credential, address, username, phone]",
      "sign-in: [credential, phone, username, address]",
    ])
  func twoNames(find: String) throws {
    var ada = Account(id: "u1", email: "ada@a.example")
    ada.identifiers = [AccountIdentifier("username", "ada")]
    ada.methods = [Method("password", .password)]
    var eve = Account(id: "u2", email: "eve@a.example")
    eve.identifiers = [AccountIdentifier("phone", "1")]
    eve.methods = [Method("password", .password)]
    func answer(_ email: String?, _ names: AccountIdentifier...) throws -> String {
      var attempt = Attempt(
        .signIn,
        with: Assertion(
          verified: "password", addresses: email.map { [AddressRecord($0)] } ?? []))
      attempt.assertion?.secret = .right
      attempt.identifiers = names
      do {
        let decision = try decide(attempt, [ada, eve], find: find)
        return decision.pointedAccount?.id ?? "nobody"
      } catch let error as InputError {
        return error.message
      }
    }
    let refusal =
      "`sign-in` checks a password by an address or by one identifier; state either the address or one identifier"
    let (username, phone) = (AccountIdentifier("username", "Ada"), AccountIdentifier("phone", "1"))
    #expect(try answer(nil, phone, username) == refusal)
    #expect(try answer("eve@a.example", username) == refusal)
    #expect(try answer(nil, username) == "u1")
    #expect(try answer(nil, phone) == "u2")
    #expect(try answer("ada@a.example") == "u1")
  }

  @Test("a ticket resumes the attempt of the same identifiers alone")
  func ticket() throws {
    func attempt(_ names: AccountIdentifier...) -> Attempt {
      var attempt = Attempt(.signIn, with: Assertion(verified: "directory", subject: "s1"))
      attempt.identifiers = names
      return attempt
    }
    let find = "sign-in: [credential, address, username]"
    let (eve, boss) = (AccountIdentifier("username", "eve"), AccountIdentifier("username", "boss"))
    let ticket = try #require(try decide(attempt(eve), [], find: find).ticket)
    #expect(ticket.identifiers.map { $0.value } == ["eve"])
    func resumed(_ attempt: Attempt) throws -> String? {
      var attempt = attempt
      attempt.ticket = ticket
      attempt.hasConsent = true
      return try decide(attempt, [], find: find).row?.id
    }
    #expect(try resumed(attempt(eve)) == "named")
    // The name is compared in its canonical form.
    #expect(try resumed(attempt(AccountIdentifier("username", "Eve"))) == "named")
    #expect(try resumed(attempt(boss)) == nil)
    #expect(try resumed(attempt()) == nil)
    #expect(try resumed(attempt(eve, AccountIdentifier("phone", "1"))) == nil)
  }
}
