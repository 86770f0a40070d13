import Foundation
import LinkPolicy
import LinkPolicyCommands
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyJSON

@Suite("Requests that are read in one pass are read as the general reader reads them")
struct RequestScannerTests {
  private static let schema: JSONValue? = {
    let file = Project.file("Sources/LinkPolicyCommands/Schemas/request.json")
    guard let data = try? Data(contentsOf: file) else { return nil }
    return try? JSONDocument(SchemaTemplate(Array(data)).bytes, name: "request.json").root
  }()

  private static let count = Thoroughness.pick(40_000, orElse: 4_000)
  private static let words: [String: [String]] = [
    "action": ["sign-in", "link", "café"], "provider": ["google.com", "", "a b"],
    "methods": ["password", "google.com/federated"], "email": ["ann@example.com", "ä@b.c"],
    "subject": ["s1", ""], "account": ["u1", "u2"], "addresses": ["u1", "u2"],
    "credential": ["u1"], "target": ["u1", "u2"], "id": ["i1"], "purpose": ["verify", "Un well"],
    "claims keys": ["email_verified", "n"], "settings keys": ["s"], "labels keys": ["l"],
    "s": ["on", "off"],
  ]
  private static let odds = [
    "ticket": 3, "answers": 95, "caller": 30, "link": 20, "credential": 50,
  ]

  /// The value of a line, or nil if it is refused.
  private static func read(_ bytes: [UInt8]) -> String? {
    let line = RequestLine(reading: bytes, name: "r", line: 1)
    guard case .success(let request) = line.request else { return nil }
    return String(reflecting: (line.id, request))
  }

  private static func scanned(_ bytes: [UInt8]) -> String? {
    RequestScanner.scan(bytes, limits: RequestLine.limits)
      .map { String(reflecting: ($0.id, $0.request)) }
  }

  private static func line(_ verb: String, _ body: [UInt8], id: String = "7") -> [UInt8] {
    Array("{\"id\":\(id),\"\(verb)\":".utf8) + body + Array("}".utf8)
  }

  private static func samples(_ verb: String, seed: UInt64) throws -> [[UInt8]] {
    var sample = SchemaSample(try #require(schema), seed: seed, words: words, odds: odds)
    return (0..<count).map { number in
      line(verb, sample.text(of: verb), id: ["7", "\"a b\"", "-1", "1.50"][number % 4])
    }
  }

  @Test("whatever the schema allows, and most of it in one pass", arguments: ["decide", "lookup"])
  func sampled(verb: String) throws {
    var (valid, once) = (0, 0)
    for line in try Self.samples(verb, seed: 11) {
      let read = Self.read(line)
      let scanned = Self.scanned(line)
      valid += read == nil ? 0 : 1
      once += scanned == nil ? 0 : 1
      guard scanned == nil || scanned == read else {
        Issue.record(
          "\(String(decoding: line, as: UTF8.self)): \(scanned ?? ""), not \(read ?? "an error")")
        return
      }
    }
    // Half of the ids are left to the general reader, and so are tickets and short methods.
    #expect(valid * 10 > Self.count, "\(valid) of \(Self.count) are valid")
    #expect(once * 4 > valid, "\(once) of \(valid) are read in one pass")
  }

  @Test("whatever becomes of them if bytes change", arguments: [UInt64](1...4))
  func damaged(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let bytes = Array(#"{}[]",:\ntfu019-.eE "#.utf8) + [0x00, 0x0A, 0x09, 0x7F, 0xC3, 0xFF, 0xE2]
    let samples = try Self.samples(seed % 2 == 0 ? "decide" : "lookup", seed: seed)
      .filter { Self.scanned($0) != nil }
    var once = 0
    for sample in samples {
      var line = sample
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        let place = Int.random(in: 0..<line.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: line.remove(at: place)
        case 1: line[place] = try #require(bytes.randomElement(using: &random))
        case 2: line.insert(try #require(bytes.randomElement(using: &random)), at: place)
        default:
          // A part of another request, such as a member that is given twice.
          let other = try #require(samples.randomElement(using: &random))
          let start = Int.random(in: 0..<other.count, using: &random)
          line.insert(contentsOf: other[start..<min(other.count, start + 24)], at: place)
        }
        if line.isEmpty { line = [0x20] }
      }
      guard let scanned = Self.scanned(line) else { continue }
      once += 1
      guard scanned == Self.read(line) else {
        Issue.record(
          "\(String(decoding: line, as: UTF8.self)): \(scanned), not \(Self.read(line) ?? "an error")"
        )
        return
      }
    }
    #expect(once * 50 > samples.count, "\(once) of \(samples.count) are read in one pass")
  }

  @Test("every key of the schema, apart from those that are left to the general reader")
  func keys() throws {
    let schema = try #require(Self.schema)
    let tables = RequestTables.shared
    let known =
      tables.line.keys.map { $0.rawValue } + tables.body.keys.map { $0.rawValue }
      + tables.attempt.keys.map { $0.rawValue } + tables.address.keys.map { $0.rawValue }
      + tables.profile.keys.map { $0.rawValue } + tables.caller.keys.map { $0.rawValue }
      + tables.record.keys.map { $0.rawValue } + tables.answers.keys.map { $0.rawValue }
      + tables.session.keys.map { $0.rawValue } + tables.code.keys.map { $0.rawValue }
      + tables.credential.keys.map { $0.rawValue }
      + tables.account.keys.map { $0.rawValue } + tables.method.keys.map { $0.rawValue }
      + tables.statedByAttempt.keys + tables.statedByLink.keys + tables.statedByAnswers.keys
    var keys: Set<String> = []
    for definition in schema["$defs"]?.members ?? []
    where !["claims", "ticketOrNull"].contains(definition.key.text) {
      Self.collect(definition.value, &keys)
    }
    #expect(keys.count > 40)
    #expect(keys.union(["id", "decide", "lookup", "claims"]) == Set(known + ["gone", "disabled"]))
  }

  private static func collect(_ value: JSONValue, _ keys: inout Set<String>) {
    for member in value.members ?? [] {
      if member.key == "properties" {
        for property in member.value.members ?? [] { keys.insert(property.key.text) }
      }
      collect(member.value, &keys)
    }
    for element in value.elements ?? [] { collect(element, &keys) }
  }

  @Test(
    "and nothing that is an error",
    arguments: [
      #"{"id":1,"decide":{"attempt":{"action":"a","action":"a"}}}"#,
      #"{"id":1,"decide":{"attempt":{"action":"a"}},"lookup":{"attempt":{"action":"a"}}}"#,
      #"{"id":1,"decide":{"attempt":{"action":"a"}},"decide":{"attempt":{"action":"a"}}}"#,
      #"{"id":1,"decide":{"attempt":{"action":"a","subject":"s"}}}"#,
      #"{"id":1,"decide":{"attempt":{"action":"a","kind":"federated"}}}"#,
      #"{"id":1,"decide":{"attempt":{"action":"a","nonce":"matched"}}}"#,
      #"{"id":1,"decide":{"attempt":{"action":"a","addresses":[{"email":"a"},{"email":"b"}]}}}"#,
      #"{"id":1,"decide":{"attempt":{"action":"a","addresses":[{"email":"a","claims":{}}]}}}"#,
      #"{"id":1,"decide":{"attempt":{"action":"a","addresses":[],"address":"b"}}}"#,
      #"{"id":1,"decide":{"attempt":{"action":"a","provider":"p","kind":"password "}}}"#,
      #"{"id":1,"decide":{"attempt":{"action":"a","link":{"domain":"allowed"}}}}"#,
      #"{"id":1,"decide":{"attempt":{"action":"a"},"settings":{"a":"1","a":"2"}}}"#,
      #"{"id":1,"decide":{"attempt":{"action":"a"},"settings":{"a":null}}}"#,
      #"{"id":1,"decide":{"attempt":{"action":"a"},"caller":{"session":""}}}"#,
      #"{"id":1,"decide":{"attempt":{"action":"a"},"fields":[]}}"#,
      #"{"id":1,"decide":{"attempt":{"action":"a"},"fields":["outcome","x"]}}"#,
      #"{"id":1,"decide":{"attempt":{"action":"a"},"record":{"time":"t"}}}"#,
      #"{"id":1,"lookup":{"attempt":{"action":"a"},"fields":["outcome"]}}"#,
      #"{"id":1,"lookup":{"attempt":{"action":"a"},"fields":null}}"#,
      #"{"id":1,"lookup":{"attempt":{"action":"a"},"record":null}}"#,
      #"{"id":1,"lookup":{"attempt":{"action":"a"},"answers":{"credential":null}}}"#,
      #"{"id":1,"decide":{"attempt":{"action":"a"},"answers":{"credential":"u1"}}}"#,
      #"{"id":1,"decide":{"attempt":{"action":"a"},"answers":{"accounts":[{"id":"u1"}]}}}"#,
      #"{"id":1,"decide":{"attempt":{"action":"a"},"answers":{"addresses":[[],]}}}"#,
      #"{"id":1,"decide":{"attempt":{"action":"a"},"answers":{"credential":null0}}}"#,
      #"{"id":1,"decide":{"attempt":{"action":"a"},"answers":{"addresses":[] []}}}"#,
      #"{"id":1,"decide":{"attempt":{"action":"a"},"answers":{"target":}}}"#,
      #"{"id":1,"decide":{"attempt":{"action":"a"}}} {}"#,
      #"{"id":1,"decide":{"attempt":{"action":"a"},}}"#,
      #"{"id":1 "decide":{"attempt":{"action":"a"}}}"#,
      #"{"id":01,"decide":{"attempt":{"action":"a"}}}"#,
      #"{"id":true,"decide":{"attempt":{"action":"a"}}}"#,
      "{\"id\":1,\"decide\":{\"attempt\":{\"action\":\"a\tb\"}}}",
    ])
  func errors(line: String) {
    #expect(Self.scanned(Array(line.utf8)) == nil)
    #expect(Self.read(Array(line.utf8)) == nil)
  }

  @Test("a session of an account without an epoch, and an id that two accounts have")
  func accounts() {
    let row = #""email":null,"verified":false,"methods":[],"state":"active","version":0"#
    let session = #""session":{"account":"u","epoch":0,"ended":false,"recent":true}"#
    func line(_ accounts: String, _ answer: String) -> [UInt8] {
      Self.line(
        "decide",
        Array(#"{"attempt":{"action":"a"},"answers":{\#(answer),"accounts":[\#(accounts)]}}"#.utf8))
    }
    let open = line(#"{"id":"u",\#(row)}"#, session)
    #expect(Self.scanned(open) == nil && Self.read(open) == nil)
    let closed = line(#"{"id":"u","epoch":0,\#(row)}"#, session)
    #expect(Self.scanned(closed) != nil && Self.scanned(closed) == Self.read(closed))
    let twice = line(#"{"id":"u",\#(row)},{"id":"u",\#(row)}"#, #""credential":null"#)
    #expect(Self.scanned(twice) == nil && Self.read(twice) == nil)
    let unknown = line(#"{"id":"u",\#(row)}"#, #""target":"v""#)
    #expect(Self.scanned(unknown) == nil && Self.read(unknown) == nil)
  }
}
