import Testing

@testable import LinkPolicyCommands

@Suite("Streams of requests")
struct StreamTests {
  private static let policy = Fixtures.path("policy.yaml")
  private static let verbs = ["decide", "lookup", "explain"]

  private static func request(_ id: Int) -> String {
    "{\"id\":\(id),\"decide\":{\"attempt\":{\"action\":\"sign-in\","
      + "\"provider\":\"google.com\",\"subject\":\"g\(id)\"},"
      + "\"answers\":{\"credential\":null}}}"
  }

  private static func answers(_ run: ToolRun) -> [Substring] {
    run.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
  }

  @Test("as many answers as requests, in their order, with their ids")
  func many() {
    var input = ""
    for number in 0..<3000 {
      switch number % 3 {
      case 0: input += #"{"decide":{"attempt":{"action":"a"}},"id":\#(number)}"# + "\n"
      case 1: input += Self.request(number) + "\n\n"
      default: input += Self.request(number).dropLast(2) + "\r\n"
      }
    }
    for verb in ["decide", "lookup"] {
      let run = ToolRun(verb, Self.policy, input: input)
      #expect(run.code == .invalidInput)
      let lines = Self.answers(run)
      #expect(lines.count == 3000)
      for (number, line) in lines.enumerated() {
        switch number % 3 {
        case 0: #expect(line.hasPrefix(#"{"id":\#(number),"error":{"code":"not-offered""#))
        case 1: #expect(line.hasPrefix(#"{"id":\#(number),"decision":{"outcome":"allowed""#))
        default: #expect(line.hasPrefix(#"{"id":null,"error":{"code":"malformed""#))
        }
      }
    }
  }

  /// What finding 1 shows: a name that is no text, or no string, took the next one's answer.
  @Test("a line that cannot be read takes nobody's answer")
  func findingOne() {
    for name in [#""\ud800""#, "17", #""a","name":"b""#] {
      let broken =
        #"{"id":"eve","decide":{"attempt":{"action":"sign-in","provider":"google.com","#
        + #""subject":"e","profile":{"name":\#(name)}}}}"#
      for input in [broken, broken + "\n" + Self.request(2)] {
        let run = ToolRun("decide", Self.policy, input: input)
        let lines = Self.answers(run)
        #expect(run.code == .invalidInput)
        #expect(lines.count == input.split(separator: "\n").count)
        #expect(lines.first?.hasPrefix(#"{"id":"eve","error":{"code":"malformed""#) == true)
        #expect(lines.dropFirst().allSatisfy { $0.hasPrefix(#"{"id":2,"decision":"#) })
      }
    }
  }

  @Test("of what went wrong the weightier is the code")
  func codes() {
    let undecided = #"{"id":1,"decide":{"attempt":{"action":"fly"}}}"# + "\n"
    for verb in Self.verbs {
      for (input, code) in [
        (Self.request(1), ExitCode.clean), (undecided, .undecided),
        (undecided + Self.request(1), .undecided), (undecided + "x\n" + undecided, .invalidInput),
        ("\n" + Self.request(1) + "\n \t\r\n", .clean),
      ] {
        #expect(ToolRun(verb, Self.policy, input: input).code == code, "\(verb) \(input)")
      }
    }
  }

  @Test("a stream that asks nothing is an error")
  func nothing() {
    for verb in Self.verbs {
      for input in ["", "\n", " \t\r\n\n", String(repeating: " ", count: 17 << 20)] {
        let run = ToolRun(verb, Self.policy, input: input)
        #expect(run.code == .invalidInput && run.output.isEmpty)
        #expect(run.errors.hasPrefix("<stdin>:1:1: error[json-empty]: there are no requests"))
      }
    }
  }

  @Test("places of bad lines count from the start of the stream")
  func places() {
    let good = (0..<500).map { Self.request($0) + "\n" }.joined()
    let run = ToolRun("decide", Self.policy, input: good + "\n  nonsense\n" + Self.request(9))
    #expect(run.errors.hasPrefix("<stdin>:502:3: error[json-syntax]"))
    #expect(run.errors.contains(" 502 |   nonsense\n"))
    #expect(Self.answers(run).count == 502)
    #expect(Self.answers(run)[500].hasSuffix(#""column":3}}"#))
    #expect(run.code == .invalidInput)
  }

  @Test("the findings of a file of another kind come to an end, the answers do not")
  func bounded() {
    let input = String(repeating: "nonsense\n", count: 5000)
    let run = ToolRun("decide", Self.policy, input: input)
    #expect(run.errors.hasSuffix("4980 further lines of `<stdin>` cannot be read\n"))
    #expect(run.errors.split(separator: "\n").count == 61)
    #expect(Self.answers(run).count == 5000)
    let keys = (0..<1000).map { "\"k\($0)\":1" }.joined(separator: ",")
    let wide = ToolRun("decide", Self.policy, input: "{" + keys + "}\nnonsense\n{}\n")
    #expect(wide.errors.split(separator: "\n").count { $0.contains(": error[") } == 20)
    #expect(wide.errors.hasSuffix("2 further lines of `<stdin>` cannot be read\n"))
    #expect(Self.answers(wide).count == 3)
  }

  @Test("lines around the limit: one answer each, and the next line is answered")
  func longLines() {
    let limit = 16 << 20
    let (head, tail) = (#"{"id":7,"decide":{"attempt":{"action":""#, #""}}}"#)
    let rest = limit - head.utf8.count - tail.utf8.count
    for (length, start) in [
      (rest, #"{"id":7,"error":{"code":"not-offered""#),
      (rest + 1, #"{"id":null,"error":{"code":"malformed""#),
    ] {
      let long = head + String(repeating: "x", count: length) + tail + "\n"
      let run = ToolRun("decide", Self.policy, input: long + Self.request(8))
      let lines = Self.answers(run)
      #expect(run.code == (length == rest ? .undecided : .invalidInput))
      #expect(lines.count == 2 && lines[0].hasPrefix(start))
      #expect(lines[1].hasPrefix(#"{"id":8,"decision""#))
      #expect(length == rest || run.errors.hasPrefix("<stdin>:1:1: error[json-too-long]"))
    }
  }

  @Test("explain answers every line, too")
  func explained() {
    let input =
      Self.request(1) + "\nx\n" + #"{"id":"\u0041","lookup":{"attempt":{"action":"fly"}}}"#
    let json = Self.answers(ToolRun("explain", Self.policy, "--format", "json", input: input))
    #expect(json.count == 3)
    #expect(json[0].hasPrefix(#"{"id":1,"decision""#) && json[0].contains(#""explanation":"#))
    #expect(json[1].hasPrefix(#"{"id":null,"error""#))
    #expect(json[2].hasPrefix(#"{"id":"\u0041","error":{"code":"not-offered""#))
    let text = ToolRun("explain", Self.policy, input: input).output
    #expect(text.contains("<stdin>:1: id `1`: allowed\n"))
    #expect(text.contains("<stdin>:2: cannot be answered (malformed): expected a value"))
    #expect(text.contains("<stdin>:3: id `\"\\u0041\"`: cannot be answered (not-offered)"))
  }
}
