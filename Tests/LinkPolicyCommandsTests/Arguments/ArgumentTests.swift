import Foundation
import Testing

@testable import LinkPolicyCommands

@Suite("Command lines are understood or explained")
struct ArgumentTests {
  private static let wrong: [(words: String, says: String)] = [
    ("check", "`check` needs POLICY"),
    ("check a b", "unexpected argument `b`"),
    ("check --fromat json a", "unknown option `--fromat`; did you mean `--format`?"),
    ("check -x a", "unknown option `-x`"),
    ("check a --format", "`--format` needs a value"),
    ("check a --format --format json", "`--format` needs a value"),
    ("check a --format=", "`--format` needs a value"),
    ("check a --format jsno", "unknown value of --format `jsno`; did you mean `json`?"),
    ("check a --format json --format json", "`--format` is given twice"),
    ("expand", "`expand` needs POLICY"),
    ("expand a --format json", "unknown option `--format`"),
    ("fmt", "`fmt` needs FILE..."),
    ("fmt --check", "`fmt` needs FILE..."),
    ("fmt --check=yes a", "`--check` takes no value"),
    ("fmt - -", "standard input can be read once"),
    ("decide", "`decide` needs POLICY [FILE]"),
    ("decide a b c", "unexpected argument `c`"),
    ("decide -", "policy and requests cannot both be standard input"),
    ("explain - -", "policy and requests cannot both be standard input"),
    ("explain a --format=xml", "unknown value of --format `xml`"),
    ("play", "`play` needs FILE..."),
    ("play - -", "standard input can be read once"),
    ("play - --policy -", "policy and cases cannot both be standard input"),
    ("play a --proves L1", "unknown option `--proves`"),
    ("test", "`test` needs PATH..."),
    ("test a --id", "`--id` needs a value"),
    ("test a --policy b --policy c", "`--policy` is given twice"),
    ("test a --tier cores", "unknown value of --tier `cores`; did you mean `core`?"),
    ("test a --jobs 0", "`--jobs` needs a number from 1 to 1024, not `0`"),
    ("test a --jobs many", "`--jobs` needs a number from 1 to 1024, not `many`"),
    ("test a --timeout 1", "`--timeout` is for a `--runner`, and there is none"),
    (
      "test a --runner b --timeout 1.2345",
      "`--timeout` needs seconds, such as `30` or `0.5`, not `1.2345`"
    ),
    ("test a --runner b --timeout 0", "`--timeout` needs seconds, such as `30` or `0.5`, not `0`"),
    ("test a --report json", "`--report` needs FORMAT=PATH, not `json`"),
    ("test a --report json=", "`--report` needs FORMAT=PATH, not `json=`"),
    ("test a --report jsn=x", "unknown format `jsn`; did you mean `json`?"),
    ("test a --polciy b", "unknown option `--polciy`; did you mean `--policy`?"),
    ("help chekc", "unknown verb `chekc`; did you mean `check`?"),
    ("--hlep", "unknown option `--hlep`; did you mean `--help`?"),
    ("--format json", "unknown option `--format`"),
  ]

  @Test("a wrong command line: code 2, what is wrong, one line of usage, no output")
  func wrongLines() {
    for (words, says) in Self.wrong {
      let run = ToolRun(words.split(separator: " ").map { String($0) })
      let lines = run.errors.components(separatedBy: "\n")
      #expect(run.code == .usage, "\(words)")
      #expect(run.output.isEmpty, "\(words)")
      #expect(lines.count == 3 && lines.last == "", "\(words): \(run.errors)")
      #expect(lines.first == "linkpolicy: " + says, "\(words)")
      #expect(lines.dropFirst().first?.hasPrefix("usage: linkpolicy ") == true, "\(words)")
    }
  }

  @Test("spellings of one command line")
  func spellings() {
    let path = Fixtures.path("overlap.yaml")
    let usual = ToolRun("check", path, "--format", "json")
    for arguments in [
      ["check", "--format", "json", path], ["check", "--format=json", path],
      ["check", "--format=json", "--", path],
    ] {
      let run = ToolRun(arguments)
      #expect(run.output == usual.output && run.code == usual.code, "\(arguments)")
    }
  }

  @Test("behind -- everything is an operand")
  func endOfOptions() {
    let run = ToolRun("check", "--", "--format")
    #expect(run.code == .invalidInput)
    #expect(run.output.contains("`--format`: there is no such file"))
    #expect(ToolRun("check", "--", "--help").code == .invalidInput)
  }

  @Test("help is the same wherever it is asked for")
  func help() {
    for verb in Verb.allCases {
      let text = ToolRun("help", verb.rawValue)
      #expect(text.code == .clean && text.errors.isEmpty)
      for arguments in [
        [verb.rawValue, "--help"], [verb.rawValue, "-h"], [verb.rawValue, "--nonsense", "--help"],
      ] {
        let run = ToolRun(arguments)
        #expect(run.output == text.output && run.code == .clean, "\(arguments)")
      }
      for option in verb.help.options {
        #expect(text.output.contains(option.name))
      }
      #expect(text.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
    }
    let overview = ToolRun("--help")
    #expect(ToolRun("help").output == overview.output)
    for verb in Verb.allCases {
      #expect(overview.output.contains("\n  " + verb.rawValue + " "))
    }
  }

  @Test("the version alone on standard output")
  func version() {
    let run = ToolRun("--version")
    #expect(run.output == "linkpolicy \(CommandLineTool.version)\n")
    #expect(run.code == .clean)
  }

  @Test("arguments that would drive a terminal are shown, not obeyed")
  func hostileArguments() {
    for arguments in [["\u{1B}]0;x\u{7}"], ["check", "\u{1B}[2J"], ["check", "a", "\u{9B}H"]] {
      let run = ToolRun(arguments)
      let text = run.output + run.errors
      #expect(!text.unicodeScalars.contains { $0.value != 10 && ($0.value < 32 || $0 == "\u{9B}") })
      #expect(run.code != .clean)
    }
  }

  @Test("very many and very long arguments")
  func longArguments() {
    let long = String(repeating: "x", count: 1 << 20)
    #expect(ToolRun(long).code == .usage)
    #expect(ToolRun("check", "--" + long).code == .usage)
    #expect(ToolRun("check", long).code == .invalidInput)
    #expect(ToolRun(["check"] + Array(repeating: "-", count: 10_000)).code == .usage)
  }
}
