import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyCommands

/// Replays of records under policies that declare providers and inputs differently.
@Suite("Records under other declarations")
struct ReplayDeclarationTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  /// Records the decision of a request under a policy, and replays the record under both policies.
  private func replay(
    _ request: String, _ old: String, _ new: String, facts: String = "tested"
  ) throws -> ToolRun {
    let paths = (
      try scratch.write("old.yaml", Array(old.utf8)), try scratch.write("new.yaml", Array(new.utf8))
    )
    let line =
      #"{"id":1,"decide":{\#(request),"record":{"time":"t","correlation":"c"}}}"# + "\n"
    let decided = ToolRun(
      ["decide", paths.0, "--record-facts", facts], input: Array(line.utf8))
    let start = try #require(decided.output.ranges(of: #","record":"#).last, "\(decided.errors)")
    let record = decided.output[start.upperBound...].prefix { $0 != "\n" }.dropLast()
    return ToolRun(
      ["replay", "-", "--old", paths.0, "--new", paths.1], input: Array((record + "\n").utf8))
  }

  private func isSame(_ run: ToolRun) -> Bool {
    run.code == .clean && run.output.contains("same      1")
  }

  private func isChanged(_ run: ToolRun) -> Bool {
    run.code == .findings && run.output.contains("changed   1")
  }

  private func isUndecided(_ run: ToolRun, because cause: String) -> Bool {
    run.code == .undecided && run.output.contains("undecided 1") && run.output.contains(cause)
  }

  @Test("a record without the fact `kind` can only have the kinds of its provider and its table")
  func unrecordedKinds() throws {
    func text(_ github: String, mail: String, _ decisions: String) -> String {
      """
      linkpolicy: 1
      name: kinds
      providers: {github.com: {kinds: [\(github)]}, mail: {kinds: [\(mail)]}}
      decisions:
      \(decisions)
      errors: {no: {}, other: {}}

      """
    }
    func table(_ name: String, _ error: String) -> String {
      "  \(name): {rows: [{id: known, credential: known, do: [sign-in]}, "
        + "{id: rest, credential: [new, broken], refuse: \(error)}]}"
    }
    func request(_ kind: String) -> String {
      #""attempt":{"action":"sign-in","provider":"github.com","kind":"\#(kind)","subject":"s"},"#
        + #""answers":{"credential":null}"#
    }
    // One table decides all kinds, and the provider offers one of them.
    let (one, otherError) = (
      text("federated", mail: "password", table("sign-in", "no")),
      text("federated", mail: "password", table("sign-in", "other"))
    )
    #expect(try isSame(replay(request("federated"), one, one)))
    let changed = try replay(request("federated"), one, otherError)
    #expect(isChanged(changed), "\(changed)")
    // The new policy lacks the only kind that the provider offers.
    let lacking = try replay(
      request("federated"), one, text("custom", mail: "password", table("sign-in", "no")))
    #expect(isChanged(lacking), "\(lacking)")
    // The provider offers two kinds, which two tables decide.
    func two(_ error: String) -> String {
      text(
        "federated, custom", mail: "custom",
        table("sign-in.federated", "no") + "\n" + table("sign-in.custom", error))
    }
    let federated = try replay(request("federated"), two("no"), two("other"))
    #expect(isSame(federated), "\(federated)")
    let custom = try replay(request("custom"), two("no"), two("other"))
    #expect(isChanged(custom), "\(custom)")
  }

  private func inputPolicy(_ values: String, _ more: String = "") -> String {
    """
    linkpolicy: 1
    name: pier
    providers: {github.com: {kind: federated}}
    inputs: {second: {values: [\(values)], by: session\(more)}}
    decisions:
      sign-in.federated:
        rows:
          - {id: factor, credential: known, input.second: right, do: [sign-in]}
          - {id: known, credential: known, input.second: {not: right}, refuse: no}
          - {id: other, credential: [new, broken], refuse: no}
    errors: {no: {}}

    """
  }

  private func inputRequest(_ second: String?, factors: Int = 0) -> String {
    let inputs = second.map { #","inputs":{"second":"\#($0)"}"# } ?? ""
    return #""attempt":{"action":"sign-in","provider":"github.com","subject":"s"\#(inputs)},"#
      + #""answers":{"credential":"u1","accounts":[{"id":"u1","email":null,"verified":false,"#
      + #""methods":[{"provider":"github.com","subject":"s"}],"state":"active","version":1,"#
      + #""factors":\#(factors)}]}"#
  }

  @Test("an input that newly states a second factor is rejected without one")
  func factorInputs() throws {
    let (old, new) = (
      inputPolicy("absent, right"), inputPolicy("absent, right", ", factor: yes")
    )
    let without = try replay(inputRequest("right"), old, new, facts: "all")
    #expect(isChanged(without), "\(without)")
    #expect(without.output.contains("the new policy rejects the attempt"), "\(without)")
    let with = try replay(inputRequest("right", factors: 1), old, new, facts: "all")
    #expect(isSame(with), "\(with)")
    // The account's row can lack `factors`, which only the new policy requires.
    let unstated = try replay(inputRequest("absent"), old, new, facts: "all")
    #expect(isUndecided(unstated, because: "factors: one policy requires them"), "\(unstated)")
    // Without the fact `factors`, the account can have a second factor or none.
    let unknown = try replay(inputRequest("right"), old, new)
    #expect(isUndecided(unknown, because: "input.second"), "\(unknown)")
    // Under the old policy, the account must have a second factor.
    let both = try replay(inputRequest("right", factors: 1), new, old)
    #expect(isSame(both), "\(both)")
  }

  /// A policy with declarations and rows for accounts that hold the credential.
  private func signInPolicy(_ declarations: String, _ rows: String) -> String {
    """
    linkpolicy: 1
    name: rows
    providers: {github.com: {kind: federated}}
    \(declarations)
    decisions:
      sign-in.federated:
        rows: [\(rows), {id: other, credential: [new, broken], refuse: no}]
    errors: {no: {}, other: {}}

    """
  }

  /// A request to sign in to an account whose row has further keys.
  private func signInRequest(_ keys: String) -> String {
    #""attempt":{"action":"sign-in","provider":"github.com","subject":"s"},"#
      + #""answers":{"credential":"u1","accounts":[{"id":"u1","email":null,"verified":false,"#
      + #""methods":[{"provider":"github.com","subject":"s"}],"state":"active","#
      + #""version":1\#(keys)}]}"#
  }

  private let stranger =
    #""attempt":{"action":"sign-in","provider":"github.com","subject":"s"},"#
    + #""answers":{"credential":null}"#

  @Test("an account's row can lack the second factors that only the new policy requires")
  func requiredFactors() throws {
    let old = signInPolicy("", "{id: known, credential: known, do: [sign-in]}")
    let new = signInPolicy(
      "",
      "{id: some, credential: known, factors: some, refuse: no}, "
        + "{id: none, credential: known, factors: none, do: [sign-in]}")
    let cause = "factors: one policy requires them in account rows, and accounts may lack them"
    for keys in ["", #","factors":0"#] {
      for facts in ["tested", "all"] {
        let run = try replay(signInRequest(keys), old, new, facts: facts)
        #expect(isUndecided(run, because: cause), "\(run)")
      }
    }
    // The record shows that the row states a second factor.
    let some = try replay(signInRequest(#","factors":1"#), old, new, facts: "all")
    #expect(isChanged(some), "\(some)")
    // No account is present.
    let nobody = try replay(stranger, old, new, facts: "all")
    #expect(isSame(nobody), "\(nobody)")
    // The row that the old policy requires satisfies the new policy.
    let back = try replay(signInRequest(#","factors":0"#), new, old, facts: "all")
    #expect(isSame(back), "\(back)")
    // The answer changes with and without `factors`.
    let refused = try replay(
      signInRequest(""), old,
      signInPolicy(
        "",
        "{id: some, credential: known, factors: some, refuse: no}, "
          + "{id: none, credential: known, factors: none, refuse: no}"),
      facts: "all")
    #expect(isChanged(refused), "\(refused)")
  }

  @Test("an account's row can lack the identifiers that only the new policy declares")
  func requiredIdentifiers() throws {
    let row = "{id: known, credential: known, do: [sign-in]}"
    let (old, new) = (signInPolicy("", row), signInPolicy("identifiers: {user-name: {}}", row))
    for keys in ["", #","identifiers":{}"#] {
      let run = try replay(signInRequest(keys), old, new, facts: "all")
      #expect(isUndecided(run, because: "identifiers: one policy requires them"), "\(run)")
    }
    let nobody = try replay(stranger, old, new, facts: "all")
    #expect(isSame(nobody), "\(nobody)")
    let back = try replay(signInRequest(#","identifiers":{}"#), new, old, facts: "all")
    #expect(isUndecided(back, because: "identifier user-name is missing"), "\(back)")
  }

  @Test("no attempt states an input that only the new policy declares and requires")
  func requiredNewInput() throws {
    let row = "{id: known, credential: known, do: [sign-in]}"
    func text(_ marks: String) -> String {
      signInPolicy("inputs: {second: {values: [absent, right], by: session\(marks)}}", row)
    }
    let old = signInPolicy("", row)
    for request in [signInRequest(""), stranger] {
      let run = try replay(request, old, text(", required: yes"), facts: "all")
      #expect(isChanged(run), "\(run)")
      #expect(run.output.contains("the new policy rejects the attempt"), "\(run)")
      let optional = try replay(request, old, text(""), facts: "all")
      #expect(isSame(optional), "\(optional)")
    }
  }

  @Test("a policy that tests no count of methods did not look up the disabled ones")
  func disabledMethods() throws {
    func text(_ rows: String) -> String {
      """
      linkpolicy: 1
      name: disabled
      methods: {count: [federated], count-disabled: no}
      providers: {github.com: {kind: federated}, pier.example: {kind: federated}}
      decisions:
        unlink:
          rows: [{id: miss, same-provider: {not: same-subject}, refuse: no}, \(rows)]
        sign-in:
          rows: [{id: any, refuse: no}]
      errors: {no: {}}

      """
    }
    func request(_ answer: String) -> String {
      #""attempt":{"action":"unlink","provider":"github.com"},"caller":{"session":"s1"},"answers":{"#
        + answer
        + #""session":{"account":"u1","epoch":0,"ended":false,"recent":true},"accounts":[{"id":"u1","#
        + #""version":1,"email":"b@own.example","verified":true,"state":"active","epoch":0,"methods":["#
        + #"{"provider":"github.com","kind":"federated","subject":"s"},"#
        + #"{"provider":"pier.example","kind":"federated","subject":"q"}]}]}"#
    }
    let old = text("{id: ok, same-provider: same-subject, do: [unlink]}")
    let new = text(
      "{id: last, same-provider: same-subject, methods: one, refuse: no}, "
        + "{id: ok, same-provider: same-subject, methods: {not: one}, do: [unlink]}")
    // The method of `pier.example` can be disabled.
    let run = try replay(request(""), old, new, facts: "all")
    #expect(isUndecided(run, because: "methods: not recorded"), "\(run)")
    // The new policy looks the disabled methods up.
    let counted = try replay(request(#""method":{"disabled":["pier.example"]},"#), new, new)
    #expect(isSame(counted), "\(counted)")
  }

  @Test("an input that is newly required can have been omitted if it has the first value")
  func requiredInputs() throws {
    let (old, new) = (
      inputPolicy("absent, right"), inputPolicy("absent, right", ", required: yes")
    )
    for second in ["absent", nil] {
      let run = try replay(inputRequest(second), old, new)
      #expect(isUndecided(run, because: "input.second"), "\(run)")
    }
    let stated = try replay(inputRequest("right"), old, new)
    #expect(isSame(stated), "\(stated)")
    let required = try replay(inputRequest("absent"), new, old)
    #expect(isSame(required), "\(required)")
  }

  @Test("a first value that the new policy lacks can have been omitted or stated")
  func firstValue() throws {
    let (old, new) = (inputPolicy("absent, right"), inputPolicy("none, right"))
    for second in ["absent", nil] {
      let run = try replay(inputRequest(second), old, new)
      #expect(isUndecided(run, because: "input.second"), "\(run)")
    }
    let stated = try replay(
      inputRequest("absent"), inputPolicy("absent, right", ", required: yes"), new)
    #expect(isChanged(stated), "\(stated)")
    // An input that no row tests is not recorded, and the attempt can state any of its values.
    func untested(_ values: String) -> String {
      inputPolicy(values).replacing("input.second: right", with: "session: none")
        .replacing("input.second: {not: right}", with: "session: {not: none}")
    }
    let lost = try replay(
      inputRequest("right"), untested("absent, right"), untested("absent, wrong"))
    #expect(isUndecided(lost, because: "input.second"), "\(lost)")
  }

  @Test("a stored method without a kind is of another kind if the provider's first kind differs")
  func usualKinds() throws {
    func text(_ kinds: String) -> String {
      """
      linkpolicy: 1
      name: usual
      methods: {count: [password]}
      providers:
        github.com: {kind: federated}
        mail: {kinds: [\(kinds)]}
      decisions:
        unlink:
          hit: first
          rows:
            - {id: miss, same-provider: {not: same-subject}, refuse: no}
            - {id: last, methods: none, refuse: no}
            - {id: ok, do: [unlink]}
        sign-in:
          rows: [{id: any, refuse: no}]
      errors: {no: {}}

      """
    }
    // The method of `mail` has no kind. It is a password under the old policy only.
    let unlink =
      #""attempt":{"action":"unlink","provider":"github.com"},"caller":{"session":"s1"},"answers":{"#
      + #""session":{"account":"u1","epoch":0,"ended":false,"recent":true},"accounts":[{"id":"u1","#
      + #""version":1,"email":"b@own.example","verified":true,"state":"active","epoch":0,"methods":["#
      + #"{"provider":"github.com","kind":"federated","subject":"s"},{"provider":"mail"}]}]}"#
    let (old, new) = (text("password, email-link"), text("email-link, password"))
    for facts in ["tested", "all"] {
      let run = try replay(unlink, old, new, facts: facts)
      #expect(isUndecided(run, because: "provider mail has another usual kind"), "\(run)")
    }
    #expect(try isSame(replay(unlink, old, old)))
    // Another kind after the first one changes no stored method.
    let fewer = try replay(unlink, text("password"), old)
    #expect(isSame(fewer), "\(fewer)")
    // No account is present.
    let signIn =
      #""attempt":{"action":"sign-in","provider":"github.com","subject":"s"},"#
      + #""answers":{"credential":null}"#
    let stranger = try replay(signIn, old, new, facts: "all")
    #expect(isSame(stranger), "\(stranger)")
  }

  @Test("an account can have an address whose case another provider kept")
  func addressCase() throws {
    func text(_ more: String) -> String {
      """
      linkpolicy: 1
      name: letters
      providers: {github.com: {kind: federated}, pier.example: {kind: federated\(more)}}
      decisions:
        sign-in.federated:
          rows:
            - {id: known, credential: known, do: [sign-in]}
            - {id: rest, credential: [new, broken], refuse: no}
      errors: {no: {}}

      """
    }
    let attempt = #""attempt":{"action":"sign-in","provider":"github.com","subject":"s"},"#
    let known =
      attempt + #""answers":{"credential":"u1","accounts":[{"id":"u1","email":"Ada@x.example","#
      + #""verified":true,"methods":[{"provider":"github.com","subject":"s"}],"#
      + #""state":"active","version":1}]}"#
    let (old, new) = (text(", case: exact"), text(""))
    let run = try replay(known, old, new)
    #expect(isUndecided(run, because: "no provider keeps the case of addresses"), "\(run)")
    let stranger = try replay(
      attempt + #""answers":{"credential":null}"#, old, new, facts: "all")
    #expect(isSame(stranger), "\(stranger)")
    let keeping = try replay(attempt + #""answers":{"credential":null}"#, new, old, facts: "all")
    #expect(isSame(keeping), "\(keeping)")
  }
}
