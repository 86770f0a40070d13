import Testing

@testable import LinkPolicy
@testable import LinkPolicyDiagnostics

/// The order of effects, and effects that cannot be carried out.
@Suite struct EffectRuleTests {
  private func findings(_ conditions: String, _ effects: String, table: String, proof: Bool = true)
    -> [Diagnostic]
  {
    Marked(
      """
      linkpolicy: 1
      name: test
      providers: {p: {kind: \(table.contains("password") ? "password" : "federated")}}
      errors: {no: {}}
      \(proof ? "proof: {provider: p}" : "")
      decisions:
        \(table):
          rows:
            - {id: a\(conditions.isEmpty ? "" : ", " + conditions), do: [\(effects)]}
            - {id: rest, refuse: no}
      """
    ).findings().filter { $0.level == .error }
  }

  @Test func wrongOrders() {
    let pairs = [
      ("link", "drop-unproven"), ("link", "{drop: [password]}"), ("set-email", "drop-unproven"),
      ("replace-subject", "drop-unproven"), ("set-email", "remember-undo"),
      ("set-email", "{send-code: undo}"), ("clear-email", "remember-undo"),
      ("{send-code: verify}", "cancel-pending"), ("remember-undo", "cancel-pending"),
      ("verify-email", "set-email"), ("sign-in", "revoke-sessions"),
      ("issue-token", "revoke-sessions"), ("delete", "notify-owner"),
    ]
    let conditions =
      "session: recent, account: verified, credential: new, same-provider: none, address: free"
    for (first, second) in pairs {
      let wrong = findings(conditions, "\(first), \(second)", table: "link.federated")
      #expect(wrong.map { $0.code } == [.effectOrder], "\(first), \(second)")
      #expect(wrong.first?.message.contains("must precede") ?? false)
      let right = findings(conditions, "\(second), \(first)", table: "link.federated")
      #expect(right.isEmpty, "\(second), \(first): \(right.map { $0.message })")
    }
    let late = findings(
      "credential: new, address: free", "sign-in, create", table: "sign-in.federated")
    #expect(late.contains { $0.code == .effectOrder })
  }

  @Test func ordersThatNothingMakesRight() {
    let known = ("credential: known", "sign-in.federated")
    let linking = (
      "session: recent, account: verified, credential: new, same-provider: none, address: free",
      "link.federated"
    )
    let cases = [
      (known, "refresh-method", "{drop: [federated]}"), (known, "refresh-method", "unlink"),
      (known, "sign-in", "delete"), (known, "sign-in", "sign-in"), (known, "delete", "delete"),
      (known, "disable", "enable"), (known, "end-session", "issue-token"),
      (linking, "link", "unlink"), (linking, "{send-code: verify}", "delete"),
      (linking, "remember-undo", "{send-code: undo}"),
      (linking, "link", "refresh-method"), (linking, "create", "create-without-address"),
    ]
    for ((conditions, table), first, second) in cases {
      for effects in ["\(first), \(second)", "\(second), \(first)"] {
        let wrong = findings(conditions, effects, table: table).filter { $0.code == .effectOrder }
        #expect(wrong.count == 1, "\(effects)")
        let message = first == second ? "occurs twice" : "cannot be combined"
        #expect(
          wrong.first?.message.contains(message) ?? false,
          "\(effects): \(wrong.map { $0.message })")
      }
    }
  }

  @Test func ordersThatAreRight() {
    let right = [
      ("sign-in.federated", "credential: known", "refresh-method, drop-unproven, sign-in"),
      ("sign-in.federated", "credential: known", "{drop: [password]}, refresh-method, sign-in"),
      ("sign-in.federated", "credential: known", "end-session, sign-in"),
      ("send-link", "account: {not: none}", "{send-code: sign-in}, delete"),
      ("request-verification", "account: verified", "cancel-pending, {send-code: verify}"),
      ("update-email", "account: verified", "remember-undo, clear-email"),
      ("delete", "account: {not: none}", "notify-owner, delete"),
      (
        // A password that a code has set is proved, and is not dropped.
        "reset-password", "code: valid, account: verified, address: own",
        "set-password, drop-unproven"
      ),
    ]
    for (table, conditions, effects) in right {
      let found = findings(conditions, effects, table: table)
      #expect(found.isEmpty, "\(table): \(effects): \(found.map { $0.message })")
    }
  }

  @Test func impossibleEffectsNameAnExample() {
    let cases: [(String, String, String, String, String)] = [
      ("sign-in.federated", "", "create", "credential: known", "already in use"),
      ("sign-in.federated", "credential: new", "create", "address: taken", "unique"),
      ("sign-in.federated", "", "sign-in", "account: none", "no account"),
      (
        "sign-in.federated", "credential: known", "verify-email", "account: no-address",
        "no address"
      ),
      (
        "link.federated", "account: verified, credential: new", "link",
        "same-provider: other-subject",
        "replace-subject"
      ),
      (
        "link.federated", "account: verified, same-provider: none", "link", "credential: known",
        "another account holds"
      ),
      (
        "link.federated", "account: verified", "seize-credential",
        "account: verified, credential: ",
        "no other account"
      ),
      ("unlink.federated", "account: verified", "unlink", "same-provider: none", "no such method"),
      ("update-email", "account: verified", "set-email", "address: taken", "unique"),
      ("refresh", "account: verified", "issue-token", "", ""),
      ("refresh", "", "issue-token", "account: none", "no account"),
      (
        "update-password", "account: {not: none}", "set-password", "account: no-address",
        "no address"
      ),
    ]
    for (table, conditions, effect, example, reason) in cases {
      let found = findings(conditions, effect, table: table).filter { $0.code == .impossibleEffect }
      // Each reason has its own finding.
      #expect(
        found.isEmpty == reason.isEmpty, "\(table) \(effect): \(found.map { $0.message })")
      guard !found.isEmpty else { continue }
      let isTold = found.contains { finding in
        finding.message.contains("row `a` cannot `\(effect)` where")
          && finding.message.contains(example) && finding.help?.contains(reason) ?? false
      }
      #expect(isTold, "\(table) \(effect): \(found.map { $0.message })")
    }
  }

  @Test func whatEarlierEffectsMakeIsThere() {
    let right = [
      ("sign-in.federated", "credential: new, address: free", "create, verify-email, sign-in"),
      ("sign-in.federated", "credential: new, account: none", "create-without-address, sign-in"),
      ("update-email", "account: {not: none}, address: free", "set-email, verify-email"),
      (
        "link.password", "account: no-address, credential: new, same-provider: none, address: free",
        "adopt-email, link"
      ),
    ]
    for (table, conditions, effects) in right {
      let found = findings(conditions, effects, table: table)
      #expect(found.isEmpty, "\(table): \(effects): \(found.map { $0.message })")
    }
    let wrong = findings(
      "account: no-address, credential: new, same-provider: none, address: free", "link",
      table: "link.password")
    #expect(wrong.contains { $0.help?.contains("set-email") ?? false })
  }

  @Test func droppingTheUnprovenNeedsAProof() {
    let found = findings(
      "account: verified", "drop-unproven", table: "update-email", proof: false)
    #expect(found.map { $0.code } == [.missingProof])
    #expect(findings("account: verified", "drop-unproven", table: "update-email").isEmpty)
  }

  @Test("a password that the attempt does not bring needs a provider with a name to be stored by")
  func passwordsOfFamilies() {
    func errors(_ providers: String, _ table: String, _ conditions: String) -> [String] {
      Marked(
        """
        linkpolicy: 1
        name: test
        providers: {\(providers)}
        errors: {no: {}}
        decisions:
          \(table):
            rows:
              - {id: a, \(conditions), do: [set-password]}
              - {id: rest, refuse: no}
        """
      ).findings().filter { $0.level == .error }.map { $0.help ?? $0.message }
    }
    let family = "\"pw.*\": {kind: password, gives: [email]}"
    let update = ("update-password", "session: recent, account: verified")
    let found = errors(family, update.0, update.1)
    #expect(found.count == 1 && found[0].contains("declare a provider of passwords by name"))
    #expect(errors("f: {kind: federated}", update.0, update.1).count == 1)
    #expect(
      errors(family + ", pw.main: {kind: password, gives: [email]}", update.0, update.1).isEmpty)
    // Here the attempt says whose it is.
    let link = (
      "link.password",
      "session: recent, account: verified, credential: new, same-provider: none, address: own"
    )
    #expect(errors(family, link.0, link.1).isEmpty)
  }
}
