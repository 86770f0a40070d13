import LinkPolicyTestSupport
import Testing

@testable import LinkPolicy
@testable import LinkPolicyReview

@Suite("Counts of records")
struct RecordCountTests {
  private static let digest = String(repeating: "0123456789abcdef", count: 4)

  private func record(
    _ head: String = #""time":"12:00","correlation":"r-1","#, tenant: String = "",
    account: String = #"{"id":"u1","version":4}"#, outcome: String = "allowed",
    notes: String = "[]"
  ) -> String {
    #"{"record":1,\#(head)"policy":{"name":"p","digest":"\#(Self.digest)"},"#
      + #""schema":"0123456789abcdef",\#(tenant)"action":"sign-in","outcome":"\#(outcome)","#
      + #""row":{"table":"t","id":"first"},"tell":[],"writes":["open-session"],"notices":[],"#
      + #""account":\#(account),"facts":{"address":"free","account":"none"},"notes":\#(notes)}"#
  }

  private func count(
    _ text: String, of content: RecordCount.LineContent = .records, block: Int = .max,
    findsDuplicates: Bool = false
  ) throws -> RecordCount {
    var count = RecordCount(["log"], of: content, findsDuplicates: findsDuplicates)
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      try count.take(Array(bytes.prefix(block)))
      bytes = bytes.dropFirst(block)
    }
    count.endLog()
    try count.finish()
    return count
  }

  @Test("records that differ in time, correlation, account and notes are one group")
  func groups() throws {
    let lines = [
      record(), record(#""time":"13:00","correlation":"r-2 \"quoted\" \\","#),
      record(account: "null"), record(account: #"{"keyed":"},\"facts\":{","version":0}"#),
      record(notes: #"["address-ignored","x"]"#),
    ]
    let text = lines.joined(separator: "\n") + "\n"
    for block in [1, 7, 64, 1000, Int.max] {
      let count = try count(text, block: block)
      #expect(count.groups.groups.map { $0.count } == [5])
      #expect(count.problems.isEmpty && count.lines == 5)
    }
  }

  @Test("another tenant is no other group, and a tenant is another group than none")
  func tenants() throws {
    let lines = [
      record(), record(tenant: #""tenant":"a","#), record(tenant: #""tenant":"b \" c","#),
    ]
    let count = try count(lines.joined(separator: "\n"))
    #expect(count.groups.groups.map { $0.count } == [1, 2])
    #expect(count.groups.groups.map { $0.hasTenant } == [false, true])
  }

  @Test("a line with another layout is in the group of the record")
  func layouts() throws {
    let plain = record(#""time":"t","correlation":"c","weight":3,"#)
    let spaced = plain.replacing(",", with: " , ")
    let reordered =
      #"{"facts":{"address":"free","account":"none"},"outcome":"allowed","tell":[],"notices":[],"#
      + #""row":{"table":"t","id":"first"},"writes":["open-session"],"action":"sign-in","#
      + #""schema":"0123456789abcdef","policy":{"name":"p","digest":"\#(Self.digest)"},"record":1,"#
      + #""weight":5}"#
    let count = try count([plain, spaced, reordered].joined(separator: "\r\n"))
    #expect(count.problems.isEmpty)
    #expect(count.groups.groups.map { $0.count } == [3])
    #expect(count.groups.groups.map { $0.weight } == [11])
  }

  @Test("each bad line is a problem with its number, and the others count")
  func problems() throws {
    let lines = [
      record(), "{", record(), "17", #"{"record":2}"#, "", "  ", record(outcome: "maybe") + " ",
      record(#""time":"t","correlation":"c","weight":0,"#), record(),
      String(record().prefix(60)),
    ]
    let count = try count(lines.joined(separator: "\n"))
    #expect(count.groups.groups.map { $0.count } == [3])
    #expect(count.problems.map { $0.line } == [2, 4, 5, 8, 9, 11])
    #expect(
      count.problems.map { $0.kind } == [
        .malformed, .malformed, .malformed, .malformed, .count, .truncated,
      ])
  }

  @Test("groups have a positive count, and a weight that is their count without one")
  func countedGroups() throws {
    let record = record("")
    let lines = [
      #"{"count":12,"record":\#(record)}"#, #"{"record":\#(record),"weight":70,"count":7}"#,
      #"{"count":0,"record":\#(record)}"#, #"{"count":-3,"record":\#(record)}"#,
      #"{"count":1,"weight":-1,"record":\#(record)}"#, #"{"record":\#(record)}"#, record,
    ]
    let count = try count(lines.joined(separator: "\n"), of: .groups)
    #expect(count.groups.groups.map { $0.count } == [19])
    #expect(count.groups.groups.map { $0.weight } == [82])
    #expect(count.problems.map { $0.line } == [3, 4, 5, 6, 7])
    #expect(count.problemCounts == [.count: 4, .malformed: 1])
  }

  @Test("a repeated correlation is a problem where the caller asks")
  func duplicates() throws {
    let text = [record(), record(), record(#""time":"t","correlation":"r-2","#), "{}"]
      .joined(separator: "\n")
    let found = try count(text, findsDuplicates: true)
    #expect(found.groups.groups.map { $0.count } == [2])
    #expect(found.problems.map { $0.kind } == [.duplicate, .malformed])
    #expect(try count(text).groups.groups.map { $0.count } == [3])
  }

  @Test("weights whose sum is no integer of the machine are a problem, and are not counted")
  func overflow() throws {
    let greatest = #""time":"t","correlation":"r","weight":9223372036854775807,"#
    let text = [record(greatest), record(greatest), record(account: "null")]
    let found = try count(text.joined(separator: "\n"))
    #expect(found.groups.groups.map { $0.weight } == [.max])
    #expect(found.problems.map { $0.kind } == [.count, .count])
    for weight in ["0", "-1", "1e2", "1.0", "9223372036854775808"] {
      let other = try count(record(#""time":"t","correlation":"r","weight":\#(weight),"#))
      #expect(other.groups.groups.isEmpty && other.problems.map { $0.kind } == [.count])
    }
  }

  @Test("a count continues from its state")
  func resumption() throws {
    let lines = (0..<40).map { number in
      number % 7 == 3
        ? "bad" : record(tenant: number % 2 == 0 ? "" : #""tenant":"t","#)
    }
    let text = Array((lines.joined(separator: "\n") + "\n").utf8)
    let whole = try count(String(decoding: text, as: UTF8.self))
    for cut in stride(from: 0, to: text.count, by: 97) {
      var first = RecordCount(["log"], of: .records)
      first.openLog(startingWith: "digest")
      try first.take(Array(text[..<cut]))
      var second = RecordCount(["log"], of: .records)
      try second.restore(first.state)
      let counted = text[..<second.offset].suffix(4096)
      #expect(second.parts[0].start == "digest")
      #expect(second.parts[0].end == RecordCount.digest(of: Array(counted)))
      try second.take(Array(text[second.offset...]))
      second.endLog()
      try second.finish()
      #expect(second.groups.groups.map { $0.count } == whole.groups.groups.map { $0.count })
      #expect(second.groups.groups.map { $0.first } == whole.groups.groups.map { $0.first })
      #expect(second.problems.map { $0.line } == whole.problems.map { $0.line })
      #expect(second.lines == whole.lines)
    }
    var other = RecordCount(["other"], of: .records)
    #expect(throws: RecordCount.StateError.self) {
      try other.restore(whole.state)
    }
    #expect(throws: RecordCount.StateError.self) { try other.restore(Array("{}".utf8)) }
  }

  @Test("a count continues each of several logs, and counts an incomplete last line once")
  func resumptionOfLogs() throws {
    let (one, other) = (record() + "\n", record(tenant: #""tenant":"t","#) + "\n")
    /// Counts the rest of each log, and returns the count with its state before the last lines.
    func run(_ logs: [String], from state: [UInt8]?) throws -> (RecordCount, state: [UInt8]) {
      var count = RecordCount(["a", "b"], of: .records)
      if let state {
        try count.restore(state)
      }
      for log in logs {
        count.openLog(startingWith: "")
        try count.take(Array(log.utf8.dropFirst(count.offset)))
        count.endLog()
      }
      let state = count.state
      try count.finish()
      return (count, state)
    }
    // The last line of the first log lacks its end, and is a record all the same.
    let cut = other.dropLast()
    let first = try run([one + cut, other], from: nil)
    #expect(first.0.lines == 3 && first.0.groups.groups.map { $0.count } == [1, 2])
    let grown = [one + other + other + "bad\n", other + other + one]
    let second = try run(grown, from: first.state)
    let whole = try run(grown, from: nil)
    for (count, _) in [second, whole] {
      #expect(count.lines == 6 && count.log == 2)
      let groups = count.groups.groups.sorted { $0.first < $1.first }
      #expect(groups.map { $0.count } == [2, 4])
      #expect(groups.map { $0.first.log } == [0, 0] && groups.map { $0.first.line } == [1, 2])
      #expect(count.problems.map { $0.file } == ["a"] && count.problems.map { $0.line } == [4])
    }
    // A log that did not grow keeps the digest by which it is recognized.
    let third = try run(grown, from: second.state)
    #expect(third.0.lines == 6)
    #expect(third.0.parts.map { $0.end } == second.0.parts.map { $0.end })
  }
}
