import LinkPolicy
import LinkPolicyStore
import MemoryStore
import Testing

@Suite("An outcome and a notice survive as texts")
struct OutcomeEncodingTests {
  private static let texts = [
    "u1", "", " ", ";", ":", "-", "2:u1", "gone", "a b;c", "é", "e\u{301}", "\u{0}", "\n", "👩‍👩‍👧",
    String(repeating: "x", count: 255),
  ]

  private static let purposes: [CodePurpose] = [
    .signIn, .verify, .change, .undo, .reset, CodePurpose("invite-guest"),
  ]

  /// An event of each case; the switch does not compile when there is another one.
  private static func events(_ text: String) -> [Accounts.Event] {
    var events: [Accounts.Event] = []
    var next: Accounts.Event? = .signedIn(session: text)
    while let event = next {
      switch event {
      case .signedIn: next = .signedOut(session: text)
      case .signedOut: next = .tokenRefreshed(session: text)
      case .tokenRefreshed: next = .sessionsRevoked(account: text)
      case .sessionsRevoked: next = .codeMailed(id: text, purpose: .reset, address: text)
      case .codeMailed: next = .methodRemoved(account: text, provider: text, kind: .phone)
      case .methodRemoved: next = .ownerNotified(account: text)
      case .ownerNotified: next = nil
      }
      events.append(event)
    }
    events += purposes.map { .codeMailed(id: text, purpose: $0, address: "a@b.example") }
    events += MethodKind.allCases.map { .methodRemoved(account: "u1", provider: text, kind: $0) }
    return events
  }

  /// A notice of each case, and without an address.
  private static func notices(_ text: String) -> [StoreNotice] {
    var notices: [StoreNotice] = []
    var next: StoreNotice? = .mail(code: text, purpose: .verify, to: text)
    while let notice = next {
      switch notice {
      case .mail: next = .owner(account: text, to: text)
      case .owner(_, to: _?): next = .owner(account: text, to: nil)
      case .owner(_, to: nil): next = nil
      }
      notices.append(notice)
    }
    return notices + purposes.map { .mail(code: text, purpose: $0, to: text) }
  }

  private static func outcomes(_ text: String) -> [CommitOutcome] {
    var outcomes = [CommitOutcome()]
    for bits in 0..<16 {
      var outcome = CommitOutcome()
      outcome.newAccount = bits & 1 == 0 ? nil : text
      outcome.isAccountGone = bits & 2 != 0
      outcome.session = bits & 4 == 0 ? nil : text
      outcome.codes = bits & 8 == 0 ? [] : [text, "c2", text]
      outcomes.append(outcome)
    }
    for event in events(text) {
      var outcome = CommitOutcome()
      outcome.events = [event]
      outcomes.append(outcome)
    }
    for notice in notices(text) {
      var outcome = CommitOutcome()
      outcome.notices = [StoreNotice.Kept(id: text, notice: notice)]
      outcomes.append(outcome)
    }
    var whole = CommitOutcome()
    (whole.newAccount, whole.isAccountGone, whole.session) = (text, true, text)
    whole.codes = [text, text]
    whole.events = events(text)
    whole.notices = notices(text).map { StoreNotice.Kept(id: text, notice: $0) }
    return outcomes + [whole]
  }

  @Test("every case of every closed set is read as it was written")
  func roundTrip() throws {
    for text in Self.texts {
      for outcome in Self.outcomes(text) {
        let read = try CommitOutcome(encoded: outcome.encoded)
        #expect(String(describing: read).utf8.elementsEqual(String(describing: outcome).utf8))
        #expect(read.encoded.utf8.elementsEqual(outcome.encoded.utf8))
      }
      for notice in Self.notices(text) {
        let read = try StoreNotice(encoded: notice.encoded)
        #expect(String(describing: read).utf8.elementsEqual(String(describing: notice).utf8))
      }
    }
  }

  @Test("what differs has another text")
  func distinct() {
    var texts = Set<[UInt8]>()
    var count = 0
    for outcome in Self.outcomes("u1").dropFirst(2) {
      texts.insert(Array(outcome.encoded.utf8))
      count += 1
    }
    // The event of each case, and the two notices, occur among those of the purposes and kinds once more.
    #expect(count - texts.count == 2)
  }

  @Test("the text of version 1 stays as it is")
  func stable() throws {
    #expect(CommitOutcome().encoded == "linkpolicy-outcome/1;")
    var outcome = CommitOutcome()
    (outcome.newAccount, outcome.session, outcome.codes) = ("u1", "s1", ["c1", "c22"])
    #expect(
      outcome.encoded == "linkpolicy-outcome/1 account 2:u1 session 2:s1 code 2:c1 code 3:c22;")
    outcome.isAccountGone = true
    outcome.events = [
      .signedIn(session: "s1"), .signedOut(session: "s1"), .tokenRefreshed(session: "s1"),
      .sessionsRevoked(account: "u1"),
      .codeMailed(id: "c1", purpose: .reset, address: "a@b.example"),
      .methodRemoved(account: "u1", provider: "google.com", kind: .emailLink),
      .ownerNotified(account: "u1"),
    ]
    outcome.notices = [
      StoreNotice.Kept(id: "1", notice: .mail(code: "c1", purpose: .reset, to: "a@b.example")),
      StoreNotice.Kept(id: "2", notice: .owner(account: "u1", to: nil)),
    ]
    let text =
      "linkpolicy-outcome/1 account 2:u1 gone session 2:s1 code 2:c1 code 3:c22 signed-in 2:s1 signed-out 2:s1 "
      + "token-refreshed 2:s1 sessions-revoked 2:u1 code-mailed 2:c1 5:reset 11:a@b.example "
      + "method-removed 2:u1 10:google.com 10:email-link owner-notified 2:u1 "
      + "notice 1:1 mail 2:c1 5:reset 11:a@b.example notice 1:2 owner 2:u1 -;"
    #expect(outcome.encoded == text)
    #expect(try CommitOutcome(encoded: text).encoded == text)
    #expect(
      StoreNotice.mail(code: "c1", purpose: .reset, to: "ada@gmail.com").encoded
        == "linkpolicy-notice/1 mail 2:c1 5:reset 13:ada@gmail.com;")
    #expect(
      StoreNotice.owner(account: "u1", to: nil).encoded == "linkpolicy-notice/1 owner 2:u1 -;")
  }

  /// Why a text is no outcome; nil where it is one.
  private static func refusal(_ text: String) -> String? {
    do throws(StoreError) {
      _ = try CommitOutcome(encoded: text)
      return nil
    } catch {
      guard case .failed(let message) = error else { return "another error: \(error)" }
      return message
    }
  }

  @Test("a text that was cut off anywhere is refused, and so is one with something behind it")
  func cut() {
    for outcome in Self.outcomes("a; 1:é") {
      let bytes = Array(outcome.encoded.utf8)
      for end in bytes.indices {
        #expect(Self.refusal(String(decoding: bytes[..<end], as: UTF8.self)) != nil)
      }
      for more in [" ", ";", "\n", "\u{0}", " gone;"] {
        #expect(Self.refusal(outcome.encoded + more) != nil)
      }
    }
  }

  @Test(
    "a text that no version has made, and one of a later version, are refused with what is wrong")
  func malformed() {
    let start = "linkpolicy-outcome/1"
    let cases = [
      ("", "expected `linkpolicy-outcome/1` at byte 0"),
      ("null", "expected `linkpolicy-outcome/1` at byte 0"),
      ("linkpolicy-notice/1 owner 2:u1 -;", "expected `linkpolicy-outcome/1` at byte 0"),
      ("linkpolicy-outcome/2 account 2:u1;", "is of version `2`, and this program reads version 1"),
      ("linkpolicy-outcome/01;", "is of version `01`"),
      ("linkpolicy-outcome/;", "is of version ``"),
      ("linkpolicy-outcome/" + String(repeating: "9", count: 5_000_000), "…"),
      (start + " ;", "expected a word that this version has at byte 21"),
      (start + " accounts 2:u1;", "expected a word that this version has at byte 21"),
      (start + " account;", "expected a space or the end at byte 28"),
      (start + " account 3:u1;", "expected a space or the end at byte 34"),
      (start + " account 4:u1;", "expected the length of a text that is there"),
      (start + " account 9223372036854775807:u1;", "expected the length"),
      (start + " account 99999999999999999999:u1;", "expected the length"),
      (start + " account -1:u1;", "expected a text at byte 28"),
      (start + " account x:u1;", "expected the length"),
      (start + " account :;", "expected the length"),
      (start + " account +2:u1;", "it is not spelled as it is written"),
      (start + " account 02:u1;", "it is not spelled as it is written"),
      (start + " account -;", "expected a text at byte 28"),
      (start + "  account 2:u1;", "expected a word"),
      (start + " account 2:u1 account 2:u1;", "it is not spelled as it is written"),
      (start + " session 2:s1 account 2:u1;", "it is not spelled as it is written"),
      (start + " gone gone;", "it is not spelled as it is written"),
      (start + " account 1:é;", "expected a space or the end"),
      (start + " code-mailed 2:c1 5:reset;", "expected a space or the end"),
      (start + " method-removed 2:u1 10:google.com 7:hardkey;", "expected a kind of method"),
      (start + " notice 1:1 gone;", "expected a word that this version has"),
    ]
    for (text, phrase) in cases {
      let refusal = Self.refusal(text) ?? "none"
      #expect(refusal.contains(phrase), "\(text.prefix(60)): \(refusal)")
      #expect(refusal.utf8.count < 200)
    }
    #expect(throws: StoreError.self) { try StoreNotice(encoded: start + ";") }
    #expect(throws: StoreError.self) { try StoreNotice(encoded: "linkpolicy-notice/1;") }
    #expect(throws: StoreError.self) {
      try StoreNotice(encoded: "linkpolicy-notice/1 owner 2:u1 - owner 2:u1 -;")
    }
    #expect(throws: StoreError.self) {
      try StoreNotice(encoded: "linkpolicy-notice/2 owner 2:u1 -;")
    }
  }

  @Test("events and notices are handed out once, and are not remembered")
  func isRemembered() throws {
    let memory = try Trial.filled()
    var store = MemoryStore(memory)
    let trial = Trial(Attempt(Action("request-reset"), address: "ada@gmail.com"))
    let settled = try trial.settle(on: &store, once: "r1")
    #expect(settled.outcome.events.count == 1 && settled.outcome.notices.count == 1)
    #expect(memory.rows.outcomes.map(\.outcome) == ["linkpolicy-outcome/1 code 2:c2;"])
    #expect(
      try trial.settle(on: &store, once: "r1").outcome.encoded == "linkpolicy-outcome/1 code 2:c2;")
  }
}
