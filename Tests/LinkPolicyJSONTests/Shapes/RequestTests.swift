import LinkPolicy
import LinkPolicyDiagnostics
import LinkPolicyPresets
import Testing

@testable import LinkPolicyJSON

@Suite("Requests are read as the design writes them")
struct RequestTests {
  private func request(_ text: String) throws(InvalidInput) -> DecisionRequest {
    try DecisionRequest(json: Array(text.utf8), name: "r")
  }

  /// What the row of an account has beside its id.
  private static let row =
    #""email":null,"verified":false,"methods":[],"state":"active","version":0"#

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
       "caller":{"session":null,"target":null,"code":null},"settings":{},
       "answers":{"accounts":[],"credential":null,"addresses":[[]],"session":null,"target":null,
        "code":null,"method":"enabled"}}
      """)
    let assertion = try #require(request.attempt.assertion)
    #expect(request.attempt.action.name == "sign-in")
    #expect(assertion.provider == "google.com" && assertion.kind == .federated)
    #expect(assertion.subject == "g1" && assertion.nonce == .matched)
    #expect(assertion.addresses.map(\.email) == ["a@gmail.com"])
    #expect(assertion.addresses.first?.claims.first?.value == .boolean(true))
    #expect(request.attempt.tenant == nil && request.attempt.address == nil)
    #expect(request.caller.session == nil && request.settings.values.isEmpty)
    let situation = try request.lookup(by: Presets.firebase).situation
    #expect(situation.addressHolders.isEmpty && situation.session == nil)
    #expect(situation.isMethodEnabled)
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

  @Test func aMissingProviderIsLeftToTheEngine() throws {
    let policy = try SmallPolicy.make()
    let request = try request(#"{"attempt":{"action":"sign-in"}}"#)
    let error = try #require(throws: InputError.self) {
      try request.decide(by: policy)
    }
    #expect(error.reason == .missing)
  }

  @Test func answersNameAccountsById() throws {
    let request = try request(
      """
      {"attempt":{"action":"x"},"settings":{"a":"on","b":true,"c":1},
       "caller":{"session":"s1","target":"u2","code":"c1"},
       "answers":{"credential":"u1","addresses":[["u2"],["u2","u1"]],"target":"u2",
        "method":"disabled","session":{"account":"u1","epoch":3,"ended":false,"recent":true},
        "code":{"purpose":"verify","address":"q@r.s","account":"u2","bound":"b@c.d",
         "requester":"s9","tenant":null,"used":false,"expired":true},
        "accounts":[{"id":"u1","email":"a@b.c","verified":true,"state":"active","version":4,
         "epoch":3,"methods":["facebook.com","password","password/email-link",
          {"provider":"x.y","kind":"custom","subject":"s"}]},
         {"id":"u2","email":null,"verified":false,"methods":[],"state":"disabled","version":0},
         {"id":"u3","email":null,"verified":false,"methods":[],"state":"active","version":0}]}}
      """)
    #expect(request.settings.values.map { $0.name + "=" + $0.value } == ["a=on", "b=true", "c=1"])
    #expect(request.caller.session == "s1" && request.caller.target == "u2")
    #expect(request.caller.code == "c1")
    let answers = request.answers
    guard case .account(let holder) = answers.credential,
      case .account(let target) = answers.target,
      case .row(let session) = answers.session, case .row(let code) = answers.code
    else {
      Issue.record("a row was not read")
      return
    }
    #expect(holder.id == "u1" && holder.isEmailVerified && holder.version == 4)
    // Where no kind is written, the policy says it.
    #expect(holder.methods.map(\.kind) == [nil, nil, .emailLink, .custom])
    #expect(
      holder.methods.map(\.provider) == ["facebook.com", "password", "password", "x.y"])
    #expect(answers.addresses.map { $0.map(\.id) } == [["u2"], ["u2", "u1"]])
    #expect(target.id == "u2" && target.state == .disabled)
    #expect(answers.stated[MethodFact.self] == .disabled)
    #expect(session.account?.id == "u1" && session.epoch == 3 && session.isRecent)
    #expect(!session.isEnded)
    #expect(code.purpose == .verify && code.address == "q@r.s" && code.account?.id == "u2")
    #expect(code.boundTo == "b@c.d" && code.requester == "s9" && code.tenant == nil)
    #expect(!code.isUsed && code.isExpired)
    // A store of an earlier version has no such columns.
    #expect(code.requesterAccount == nil && code.credential == nil)
    #expect(answers.unnamed.map(\.id) == ["u3"])
  }

  /// A list of the disabled methods can stand where one method is said to be enabled.
  @Test func disabledMethodsAreListed() throws {
    let head = #"{"attempt":{"action":"x"},"answers":{"method":"#
    let listed = try request(
      head + #"{"disabled":["google.com","password/email-link"]}}}"#
    ).answers
    #expect(listed.disabledMethods?.map { $0.name } == ["google.com", "password/email-link"])
    #expect(listed.disabledMethods?.map { $0.kind } == [nil, .emailLink])
    #expect(listed.stated[MethodFact.fact] == nil)
    #expect(try request(head + #"{"disabled":[]}}}"#).answers.disabledMethods?.isEmpty == true)
    #expect(try request(head + #""enabled"}}"#).answers.disabledMethods == nil)
    for wrong in [#"{}"#, #"{"disabled":"x"}"#, #"{"disabled":[{"provider":"x"}]}"#, "[]"] {
      #expect(!findings(head + wrong + "}}").isEmpty, "\(wrong)")
    }
  }

  /// The id of a provider can have slashes; the last part is a kind only if it is a kind's word.
  @Test(
    "a provider with slashes, and a kind beside it",
    arguments: [
      ("https://idp.example", "https://idp.example", nil),
      ("https://idp.example/federated", "https://idp.example", .federated),
      ("https://idp.example/password/email-link", "https://idp.example/password", .emailLink),
      ("a/", "a/", nil), ("/phone", "", .phone), ("password/mail", "password/mail", nil),
    ] as [(String, String, MethodKind?)])
  func providersWithSlashes(text: String, provider: String, kind: MethodKind?) throws {
    let answers = try request(
      """
      {"attempt":{"action":"x"},"answers":{"method":{"disabled":["\(text)"]},"accounts":[
        {"id":"u1","email":null,"verified":false,"methods":["\(text)"],"state":"active",
         "version":0}]}}
      """
    ).answers
    let disabled = try #require(answers.disabledMethods?.first)
    #expect(disabled.provider == provider && disabled.kind == kind)
    #expect(disabled.name == text)
    let method = try #require(answers.unnamed.first?.methods.first)
    #expect(method.provider == provider && method.kind == kind)
  }

  /// What is left out is not the same as what there is not.
  @Test func aKeyLeftOutIsNoAnswer() throws {
    let open = try request(#"{"attempt":{"action":"x"},"answers":{}}"#).answers
    guard case .notAsked = open.credential, case .notAsked = open.session,
      case .notAsked = open.target, case .notAsked = open.code
    else {
      Issue.record("something was answered")
      return
    }
    #expect(open.addresses.isEmpty && open.stated[MethodFact.fact] == nil)
    let nothing = try request(
      #"{"attempt":{"action":"x"},"answers":{"credential":null,"addresses":[[]],"session":null,"#
        + #""target":null,"code":null}}"#
    ).answers
    guard case .nobody = nothing.credential, case .unknown = nothing.session,
      case .unknown = nothing.target, case .unknown = nothing.code
    else {
      Issue.record("something was not answered")
      return
    }
    #expect(nothing.addresses.map(\.count) == [0])
    let gone = try request(
      #"{"attempt":{"action":"x"},"answers":{"credential":{"gone":true}}}"#
    ).answers
    guard case .gone = gone.credential else {
      Issue.record("the holder is not gone")
      return
    }
  }

  @Test func everyWrongPartIsFoundAtItsPlace() {
    for (text, expected) in [
      ("[]", ["1:1 json-wrong-type: expected an object, found an array"]),
      (
        #"{"answers":{}}"#,
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
          "2:12 json-conflict: the key `subject` requires the key `provider` (add the `provider` that makes the assertion)"
        ]
      ),
      (
        #"{"attempt":{"action":"a","kind":"federated","address":"b@c.d"}}"#,
        [
          "1:33 json-conflict: the key `kind` requires the key `provider` (add the `provider` that makes the assertion)"
        ]
      ),
      (#"{"attempt":{"action":"a","kind":null}}"#, []),
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
            + " (keep only one of the two keys)"
        ]
      ),
      (
        #"{"attempt":{"action":"a","addresses":[{"email":"x"},{"email":"y"}]}}"#,
        [
          "1:53 json-conflict: an attempt without a `provider` has one address"
            + " (remove this address, or add the `provider` that asserts the addresses)"
        ]
      ),
      (
        #"{"attempt":{"action":"a","nonce":"macthed","provider":"p","email":"x"}}"#,
        [
          "1:34 json-unknown-value: unknown value `macthed` in `nonce` (did you mean `matched`?)",
          "1:59 json-unknown-key: unknown key `email` (known keys: `action`, `provider`, `kind`,"
            + " `subject`, `origin`, `nonce`, `connection`, `secret`, `addresses`, `address`,"
            + " `profile`, `consent`, `inputs`, `identifiers`, `link`, `tenant`, `ticket`)",
        ]
      ),
      (
        #"{"attempt":{"action":"a"},"answers":{"accounts":[{"id":"u1",§},{"id":"u1",§}]}}"#,
        [
          "1:140 json-duplicate-id: two accounts have the id `u1`"
            + " (give each account a unique id)"
        ]
      ),
      (
        #"{"attempt":{"action":"a"},"answers":{"target":"u2","accounts":[{"id":"u1",§}]}}"#,
        ["1:47 json-unknown-id: no account has the id `u2` (did you mean `u1`?)"]
      ),
      (
        #"{"attempt":{"action":"a"},"answers":{"addresses":[["q"]]}}"#,
        ["1:52 json-unknown-id: no account has the id `q` (list the account under `accounts`)"]
      ),
      (
        #"{"attempt":{"action":"a"},"answers":{"addresses":["q"]}}"#,
        [
          "1:51 json-wrong-type: expected an array in `addresses`, found a string (for each"
            + " address in the lookup, write a list with the ids of the holders)"
        ]
      ),
      (
        #"{"attempt":{"action":"a"},"answers":{"credential":{"gone":false}}}"#,
        [
          "1:59 json-unknown-value: expected `true` in `gone`, found `false`"
            + " (write null if no account holds the credential)"
        ]
      ),
      (
        #"{"attempt":{"action":"a"},"answers":{"session":{"account":"u1"},"credential":{}}}"#,
        [
          "epoch", "ended", "recent",
        ].map {
          "1:48 json-missing-key: the key `\($0)` is missing"
            + " (add it to the object that starts here)"
        } + [
          "1:59 json-unknown-id: no account has the id `u1` (list the account under `accounts`)",
          "1:78 json-missing-key: the key `gone` is missing"
            + " (add it to the object that starts here)",
        ]
      ),
      (
        #"{"attempt":{"action":"a"},"answers":{"accounts":[{"id":"u1","email":null,"#
          + #""verified":false,"methods":[],"state":"active","version":0}],"#
          + #""session":{"account":"u1","epoch":0,"ended":false,"recent":true}}}"#,
        [
          "1:156 json-missing-key: the account of a session has no key `epoch`"
            + " (write `epoch` in the row of `u1`; the epoch counts the revocations of sessions, and is 0 at first)"
        ]
      ),
      (
        #"{"attempt":{"action":"a"},"answers":{"code":{}}}"#,
        ["purpose", "address", "account", "bound", "requester", "tenant", "used", "expired"].map {
          "1:45 json-missing-key: the key `\($0)` is missing"
            + " (add it to the object that starts here)"
        }
      ),
      (
        #"{"attempt":{"action":"a"},"answers":{"code":{"purpose":"Re set","address":"a@b.c","#
          + #""account":null,"bound":null,"requester":null,"tenant":null,"used":null,"#
          + #""expired":false}}}"#,
        [
          "1:56 json-unknown-value: expected a purpose of codes in `purpose`"
            + " (write a purpose such as `verify`, or a purpose that the policy declares under `purposes`)",
          "1:149 json-wrong-type: expected `true` or `false` in `used`, found null",
        ]
      ),
      (
        #"{"attempt":{"action":"a"},"answers":{"accounts":[{"id":"u","methods":[{"provider":"p","kind":"q"}]}]}}"#,
        ["email", "verified", "state", "version"].map {
          "1:50 json-missing-key: the key `\($0)` is missing"
            + " (add it to the object that starts here)"
        } + [
          "1:94 json-unknown-value: unknown value `q` in `kind` (possible values: `federated`,"
            + " `password`, `email-link`, `phone`, `custom`, `anonymous`, `passkey`)"
        ]
      ),
      (
        #"{"attempt":{"action":"a"},"answers":{"accounts":[{"id":"u","email":null,"methods":[],"#
          + #""verified":null,"state":"active","version":0,"factors":-1}]}}"#,
        [
          "1:97 json-unknown-value: `verified` is null in the row of an account"
            + " (write the stored value)",
          "1:141 json-wrong-type: expected an integer in `factors`, found `-1`"
            + " (write an integer from 0 to 9007199254740991)",
        ]
      ),
    ] {
      let text = text.replacing("§", with: Self.row)
      #expect(findings(text) == expected, "\(text)")
    }
  }

  @Test func aDuplicateIdPointsToTheFirst() throws {
    let error = try #require(throws: InvalidInput.self) {
      try request(
        #"{"attempt":{"action":"a"},"answers":{"accounts":[{"id":"u1",§},{"id":"u1",§}]}}"#
          .replacing("§", with: Self.row))
    }
    let related = try #require(error.diagnostics.first?.related.first)
    #expect(related.position == SourcePosition(line: 1, column: 56))
  }
}
