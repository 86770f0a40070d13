import Testing

@testable import LinkPolicyCommands

@Suite("Streams of requests")
struct StreamTests {
  private static let policy = Fixtures.path("policy.yaml")
  private static let request =
    #"{"attempt":{"action":"sign-in","provider":"google.com","subject":"g1"}}"#

  @Test("as many answers as requests, in their order")
  func many() {
    var input = ""
    for number in 0..<3000 {
      input +=
        number.isMultiple(of: 3)
        ? #"{"attempt":{"action":"a\#(number)"}}"# + "\n" : Self.request + "\n"
    }
    let run = ToolRun("decide", Self.policy, input: input)
    let lines = run.output.split(separator: "\n")
    #expect(run.code == .undecided)
    #expect(lines.count == 3000)
    for (number, line) in lines.enumerated() {
      let isError = number.isMultiple(of: 3)
      #expect(line.contains(isError ? "`a\(number)`" : #""outcome":"allowed""#))
    }
  }

  @Test("places of bad lines count from the start of the stream")
  func places() {
    let input = String(repeating: Self.request + "\n", count: 500) + "\n  nonsense\n" + Self.request
    let run = ToolRun("decide", Self.policy, input: input)
    #expect(run.errors.hasPrefix("<stdin>:502:3: error[json-syntax]"))
    #expect(run.errors.contains(" 502 |   nonsense\n"))
    #expect(run.output.split(separator: "\n").count == 501)
    #expect(run.code == .invalidInput)
  }

  @Test("the findings of a file of another kind come to an end")
  func bounded() {
    let input = String(repeating: "nonsense\n", count: 5000)
    let run = ToolRun("decide", Self.policy, input: input)
    #expect(run.errors.hasSuffix("4980 further lines of `<stdin>` cannot be read\n"))
    #expect(run.errors.split(separator: "\n").count == 61)
  }

  @Test("a line that is too long is one finding, and the next line is answered")
  func longLine() {
    let long = #"{"a":""# + String(repeating: "x", count: 17 << 20) + "\"}\n"
    let run = ToolRun("decide", Self.policy, input: long + Self.request)
    #expect(run.code == .invalidInput)
    #expect(run.errors.hasPrefix("<stdin>:1:1: error[json-too-long]"))
    #expect(run.output.contains("allowed"))
  }
}
