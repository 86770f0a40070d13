import LinkPolicy
import LinkPolicyJSON
import Testing

@Suite("Requests are read as the design writes them")
struct RequestTests {
  private func request(_ text: String) throws(InvalidInput) -> DecisionRequest {
    try DecisionRequest(json: Array(text.utf8), name: "r")
  }

  private func findings(_ text: String) -> [String] {
    do throws(InvalidInput) {
      _ = try request(text)
      return []
    } catch {
      return error.diagnostics.map { finding in
        let place = finding.position.map { "\($0.line):\($0.column)" } ?? "-"
        return "\(place) \(finding.code.name): \(finding.message)"
          + (finding.help.map { " (\($0))" } ?? "")
      }
    }
  }

  @Test func theDesignsLineIsRead() throws {
    let request = try request(
      """
      {"attempt":{"action":"sign-in","kind":"federated","provider":"google.com","subject":"g1",
        "addresses":[{"email":"a@gmail.com","claims":{"email_verified":true}}],"profile":{},
        "nonce":"matched","tenant":null},
       "situation":{"settings":{},"accounts":[],"credentialHolder":null,"addressHolders":[],
        "session":null,"target":null,"code":null}}
      """)
    let assertion = try #require(request.attempt.assertion)
    #expect(request.attempt.action.name == "sign-in")
    #expect(assertion.provider == "google.com" && assertion.kind == .federated)
    #expect(assertion.subject == "g1" && assertion.nonce == .matched)
    #expect(assertion.addresses.map(\.email) == ["a@gmail.com"])
    #expect(assertion.addresses.first?.claims.first?.value == .boolean(true))
    #expect(request.attempt.tenant == nil && request.attempt.address == nil)
    #expect(request.situation.addressHolders.isEmpty && request.situation.session == nil)
    #expect(request.situation.isMethodEnabled)
  }

  @Test func everythingAnAttemptCanCarryIsRead() throws {
    let attempt = try request(
      """
      {"attempt":{"action":"link","provider":"apple.com","subject":"a","origin":"returned",
       "nonce":"mismatched","secret":"wrong","consent":"given","connection":"bound","tenant":"t",
       "profile":{"name":"N","photo":"P"},"link":{"domain":"allowed","in-app":"off"},
       "addresses":[{"email":"x@y.z","claims":{"s":"true","n":1.50,"z":null,"b":false}}]}}
      """
    ).attempt
    let assertion = try #require(attempt.assertion)
    #expect(assertion.origin == .returned && assertion.nonce == .mismatched)
    #expect(assertion.secret == .wrong && assertion.connection == .bound)
    #expect(attempt.hasConsent && attempt.tenant == "t" && assertion.kind == nil)
    #expect(attempt.profile == Profile(name: "N", photo: "P"))
    #expect(attempt.profile == assertion.profile)
    #expect(attempt.link?.isDomainAllowed == true && attempt.link?.isHandledInApp == false)
    let claims = try #require(assertion.addresses.first).claims
    #expect(claims.map(\.name) == ["s", "n", "z", "b"])
    #expect(
      claims.map(\.value) == [.string("true"), .number("1.50"), .null, .boolean(false)])
  }

  @Test func withoutAProviderThereIsOnlyAnAddress() throws {
    for spelling in [#""address":"a@b.c""#, #""addresses":[{"email":"a@b.c"}]"#] {
      let attempt = try request(#"{"attempt":{"action":"send-link","# + spelling + "}}").attempt
      #expect(attempt.assertion == nil)
      #expect(attempt.address == "a@b.c")
    }
  }

  @Test func aKindWithoutAProviderIsLeftToTheEngine() throws {
    let policy = try SmallPolicy.make()
    let request = try request(#"{"attempt":{"action":"sign-in","kind":"federated"}}"#)
    let error = try #require(throws: InputError.self) {
      try policy.decide(request.attempt, in: request.situation)
    }
    #expect(error.reason == .missing)
  }

  @Test func aSituationsAccountsAreNamedById() throws {
    let situation = try request(
      """
      {"attempt":{"action":"x"},"situation":{"settings":{"a":"on","b":true,"c":1},
       "credentialHolder":"u1","addressHolders":["u2","u1"],"target":"u2","method":"disabled",
       "session":{"id":"s1","state":"old","account":"u1"},
       "code":{"id":"c1","state":"valid","purpose":"verify","address":"q@r.s","account":"u2","requester":"other"},
       "accounts":[{"id":"u1","email":"a@b.c","verified":true,"methods":["facebook.com",
         "password","password/email-link",{"provider":"x.y","kind":"custom","subject":"s"}]},
         {"id":"u2"}]}}
      """
    ).situation
    #expect(
      situation.settings.values.map { $0.name + "=" + $0.value } == ["a=on", "b=true", "c=1"])
    guard case .account(let holder) = situation.credentialHolder else {
      Issue.record("no credential holder")
      return
    }
    #expect(holder.id == "u1" && holder.isEmailVerified)
    // Where no kind is written, the policy says it.
    #expect(holder.methods.map(\.kind) == [nil, nil, .emailLink, .custom])
    #expect(
      holder.methods.map(\.provider) == ["facebook.com", "password", "password", "x.y"])
    #expect(situation.addressHolders.map(\.id) == ["u2", "u1"])
    #expect(situation.target?.id == "u2" && !situation.isMethodEnabled)
    #expect(situation.session?.state == .old && situation.session?.account?.id == "u1")
    #expect(situation.code?.state == .valid && situation.code?.purpose == .verify)
    #expect(situation.code?.address == "q@r.s")
    #expect(situation.code?.account?.id == "u2" && situation.code?.requester == .other)
    for state in ["", #","purpose":null"#] {
      let text = #"{"attempt":{"action":"x"},"situation":{"code":{"id":"c","state":"unknown"§}}}"#
      let code = try request(text.replacing("§", with: state)).situation.code
      #expect(code?.state == .unknown && code?.purpose == nil && code?.id == "c")
    }
    let declared = try request(
      #"{"attempt":{"action":"x"},"situation":{"code":{"state":"used","purpose":"invite"}}}"#)
    #expect(declared.situation.code?.purpose == CodePurpose("invite"))
    let gone = try request(
      #"{"attempt":{"action":"x"},"situation":{"credentialHolder":{"gone":true}}}"#)
    guard case .gone = gone.situation.credentialHolder else {
      Issue.record("the holder is not gone")
      return
    }
  }

  @Test func everyWrongPartIsFoundAtItsPlace() {
    for (text, expected) in [
      ("[]", ["1:1 json-wrong-type: expected an object, found an array"]),
      (
        #"{"situation":{}}"#,
        [
          "1:1 json-missing-key: the key `attempt` is missing"
            + " (add it to the object that starts here)"
        ]
      ),
      (
        #"{"attempt":{"action":"a","provder":"g"}}"#,
        ["1:26 json-unknown-key: unknown key `provder` (did you mean `provider`?)"]
      ),
      (
        "{\"attempt\":{\"action\":\"a\",\n \"subject\":\"s\"}}",
        [
          "2:12 json-conflict: the key `subject` needs a `provider` beside it (say who asserts it)"
        ]
      ),
      (
        #"{"attempt":{"action":"a","provider":"p","addresses":[{"email":"é","claims":{"c":[]}}]}}"#,
        [
          "1:81 json-wrong-type: expected a string, a number, a boolean or null in `c`,"
            + " found an array"
        ]
      ),
      (
        #"{"attempt":{"action":"a","address":"x","addresses":[]}}"#,
        [
          "1:36 json-conflict: the addresses are given twice, here by `address`"
            + " (keep one of them)"
        ]
      ),
      (
        #"{"attempt":{"action":"a","addresses":[{"email":"x"},{"email":"y"}]}}"#,
        [
          "1:53 json-conflict: an attempt without a `provider` has one address"
            + " (remove this one, or say who asserts them)"
        ]
      ),
      (
        #"{"attempt":{"action":"a","nonce":"macthed","provider":"p","email":"x"}}"#,
        [
          "1:34 json-unknown-value: unknown value `macthed` in `nonce` (did you mean `matched`?)",
          "1:59 json-unknown-key: unknown key `email` (known keys: `action`, `provider`, `kind`,"
            + " `subject`, `origin`, `nonce`, `connection`, `secret`, `addresses`, `address`,"
            + " `profile`, `consent`, `link`, `tenant`, `ticket`)",
        ]
      ),
      (
        #"{"attempt":{"action":"a"},"situation":{"accounts":[{"id":"u1"},{"id":"u1"}]}}"#,
        [
          "1:70 json-duplicate-id: two accounts have the id `u1`"
            + " (give each account an id of its own)"
        ]
      ),
      (
        #"{"attempt":{"action":"a"},"situation":{"target":"u2","accounts":[{"id":"u1"}]}}"#,
        ["1:49 json-unknown-id: no account has the id `u2` (did you mean `u1`?)"]
      ),
      (
        #"{"attempt":{"action":"a"},"situation":{"code":{"state":"valid","address":"a@b.c"}}}"#,
        [
          "1:47 json-missing-key: the key `purpose` is missing"
            + " (add it to the object that starts here)"
        ]
      ),
      (
        #"{"attempt":{"action":"a"},"situation":{"code":{"state":"valid","purpose":"Re set"}}}"#,
        [
          "1:74 json-unknown-value: expected a purpose of codes in `purpose`"
            + " (write a word such as `verify`, or one that the policy declares under `purposes`)"
        ]
      ),
      (
        #"{"attempt":{"action":"a"},"situation":{"addressHolders":["q"]}}"#,
        ["1:58 json-unknown-id: no account has the id `q` (list it under `accounts`)"]
      ),
      (
        #"{"attempt":{"action":"a"},"situation":{"credentialHolder":{"gone":false}}}"#,
        [
          "1:67 json-unknown-value: expected `true` in `gone`, found `false`"
            + " (write null where nobody holds the credential)"
        ]
      ),
      (
        #"{"attempt":{"action":"a"},"situation":{"session":{"account":"u1"},"code":{}}}"#,
        [
          "1:50 json-missing-key: the key `state` is missing"
            + " (add it to the object that starts here)",
          "1:61 json-unknown-id: no account has the id `u1` (list it under `accounts`)",
          "1:74 json-missing-key: the key `state` is missing"
            + " (add it to the object that starts here)",
        ]
      ),
      (
        #"{"attempt":{"action":"a"},"situation":{"accounts":[{"id":"u","methods":["p/q"]}]}}"#,
        [
          "1:73 json-unknown-value: unknown value `q` in `methods` (possible values: `federated`,"
            + " `password`, `email-link`, `phone`, `custom`, `anonymous`)"
        ]
      ),
      (
        #"{"attempt":{"action":"a"},"situation":{"accounts":[{"id":"u","factors":-1}]}}"#,
        [
          "1:72 json-wrong-type: expected an integer in `factors`, found `-1`"
            + " (integers here are 0 to 9007199254740992)"
        ]
      ),
    ] {
      #expect(findings(text) == expected, "\(text)")
    }
  }

  @Test func aDuplicateIdPointsToTheFirst() throws {
    let error = try #require(throws: InvalidInput.self) {
      try request(
        #"{"attempt":{"action":"a"},"situation":{"accounts":[{"id":"u1"},{"id":"u1"}]}}"#)
    }
    let related = try #require(error.diagnostics.first?.related.first)
    #expect(related.position == SourcePosition(line: 1, column: 58))
  }
}
