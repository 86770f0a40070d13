import Foundation
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyCommands

@Suite("The program itself")
struct ToolTests {
  /// The built program stands beside the built tests.
  static let program: URL? = {
    var folder = URL(filePath: ProcessInfo.processInfo.arguments[0]).deletingLastPathComponent()
    if !FileManager.default.fileExists(atPath: folder.appending(path: "linkpolicy").path) {
      folder = Project.file(".build/debug")
    }
    let program = folder.appending(path: "linkpolicy")
    return FileManager.default.fileExists(atPath: program.path) ? program : nil
  }()

  private static func shell(
    _ command: String, in folder: String
  ) throws -> (code: Int32, output: String) {
    let program = try #require(Self.program)
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", command]
    process.currentDirectoryURL = URL(filePath: folder)
    var environment = ProcessInfo.processInfo.environment
    let path = environment["PATH"] ?? ""
    environment["PATH"] = program.deletingLastPathComponent().path + ":" + path
    process.environment = environment
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
  }

  @Test("the examples of every help work")
  func examples() throws {
    let scratch = try Scratch()
    for name in ["policy.yaml", "cases.yaml"] {
      try scratch.write(name, Fixtures.bytes(name))
    }
    let compiling = "linkpolicy compile policy.yaml -o policy.image"
    #expect(try Self.shell(compiling, in: scratch.folder).code == 0)
    // A revision to compare with.
    let git = "git init -q && git add policy.yaml && git -c user.name=a -c user.email=a@example.com"
    #expect(try Self.shell(git + " commit -qm first", in: scratch.folder).code == 0)
    // Without the request whose setting only that policy declares.
    let requests = try Fixtures.bytes("requests.jsonl").split(separator: 0x0A).prefix(2)
    try scratch.write("requests.jsonl", Array(requests.joined(separator: [0x0A])))
    try FileManager.default.copyItem(
      atPath: Fixtures.path("good-suite"), toPath: scratch.path("suite"))
    try scratch.write("suite/new.yaml", Fixtures.bytes("new-cases.yaml"))
    try scratch.write(
      "accounts.jsonl",
      Array(
        (#"{"id":"u1","email":null,"verified":false,"methods":[{"provider":"google.com","#
          + #""subject":"g1"}],"state":"active","version":1}"# + "\n").utf8))
    try scratch.write(
      "users.json",
      Array(#"{"users":[{"localId":"u1","email":"a@x.example","passwordHash":"aGFzaA=="}]}"#.utf8))
    let deciding =
      #"echo '{"decide":{"attempt":{"action":"sign-in","provider":"google.com","subject":"g1"},"#
      + #""answers":{"credential":null,"method":"enabled"},"record":{"time":"1","correlation":"r"}"#
      + #"}}' | linkpolicy decide firebase "#
      + #"| sed 's/.*,"record":{"record"/{"record"/; s/}$//' >decisions.jsonl"#
    #expect(try Self.shell(deciding, in: scratch.folder).code == 0)
    // What every row of a policy is relied on by, with nothing proved yet.
    let check = ToolRun("check", Fixtures.path("policy.yaml"), "--format", "json").output
    let digest = try #require(check.firstMatch(of: /"digest": ?"([0-9a-f]+)"/))
    try scratch.write(
      "proofs.jsonl", Array("{\"policy\":\"small\",\"digest\":\"\(digest.1)\"}\n".utf8))
    let helps =
      VectorsVerb.allCases.reversed().map { ($0.rawValue, $0.help) }
      + ImageVerb.allCases.map { ($0.rawValue, $0.help) }
      + Verb.allCases.map { ($0.rawValue, $0.help) }
    for (verb, help) in helps {
      #expect(!help.examples.isEmpty)
      // Those of proofs and of mutation take most of the time.
      guard !["mutate", "prove"].contains(verb) || Thoroughness.isExhaustive else { continue }
      for example in help.examples.prefix(Thoroughness.pick(Int.max, orElse: 1)) {
        let (code, output) = try Self.shell(example, in: scratch.folder)
        // What these find out about a policy is not what is tested here.
        let finding = ["check", "compare", "fmt", "mutate", "prove", "replay"]
        let isClean = code == 0 || (code == 1 && finding.contains(verb))
        #expect(isClean, "\(example): \(code) \(output)")
      }
    }
  }

  @Test("an image is compared with its revision")
  func revisionOfAnImage() throws {
    let scratch = try Scratch()
    try scratch.write("policy.yaml", Fixtures.bytes("policy.yaml"))
    let commands = """
      linkpolicy compile policy.yaml -o p.image && git init -q && git add p.image \\
        && git -c user.name=a -c user.email=a@example.com commit -qm first \\
        && linkpolicy diff --against HEAD p.image
      """
    let (code, output) = try Self.shell(commands, in: scratch.folder)
    #expect(code == 0 && output.contains("EQUAL"), "\(output)")
  }

  @Test("redirections, closed descriptors and pipes that end early")
  func shells() throws {
    let folder = Fixtures.folder
    let cases: [(command: String, code: Int32, says: String)] = [
      ("linkpolicy --version", 0, "linkpolicy \(CommandLineTool.version)\n"),
      ("linkpolicy", 2, "no verb"),
      ("linkpolicy check gap.yaml | cat", 0, "error[gap]"),
      ("linkpolicy decide policy.yaml < requests.jsonl 2>/dev/null", 0, "account-exists"),
      ("linkpolicy check policy.yaml >&-", 70, "cannot write to standard output"),
      ("linkpolicy check policy.yaml >/dev/full", 70, "no space is left"),
      ("linkpolicy decide policy.yaml <&-", 3, "cannot be read"),
      ("linkpolicy test suite | tail -n 1", 0, "2 passed, 0 failed"),
      ("linkpolicy play cases.yaml | head -n 1", 0, "example-1"),
      ("linkpolicy chekc 2>&-", 2, ""),
      ("(linkpolicy help; echo $? >&2) | true", 0, "0\n"),
      (
        "yes '{\"decide\":{\"attempt\":{\"action\":\"fly\"}}}' | linkpolicy decide policy.yaml "
          + "| head -n 1", 0, "fly"
      ),
      ("yes nonsense | linkpolicy decide policy.yaml 2>&- | head -n 1", 0, "malformed"),
      ("linkpolicy decide policy.yaml < requests.jsonl >/dev/full", 70, "no space is left"),
      ("linkpolicy lookup policy.yaml </dev/null", 3, "no requests"),
      ("cat requests.jsonl | linkpolicy decide policy.yaml /dev/stdin", 0, "account-exists"),
    ]
    for (command, code, says) in cases {
      let result = try Self.shell(command, in: folder)
      #expect(result.code == code, "\(command): \(result)")
      #expect(says.isEmpty || result.output.contains(says), "\(command): \(result)")
    }
  }

  /// One request in flight, over pipes: nothing is waited for but the line that was sent.
  @Test("one question at a time: each is answered before the next is asked")
  func conversation() throws {
    let program = try #require(Self.program)
    let process = Process()
    process.executableURL = program
    process.arguments = ["decide", Fixtures.path("policy.yaml")]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    for number in 0..<9 {
      let question =
        switch number % 3 {
        case 0: #"{"id":\#(number),"decide":{"attempt":{"action":"fly"}}}"#
        case 1: #"{"id":\#(number),"decide":{"attempt":{"action":"\ud800"}}}"#
        default: "\n \n{\"id\":\(number),\"decide\":"
        }
      input.fileHandleForWriting.write(Data((question + "\n").utf8))
      let answer = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
      let id = number % 3 == 2 ? "null" : String(number)
      #expect(answer.hasPrefix("{\"id\":\(id),\"error\":{"), "\(answer)")
      #expect(answer.hasSuffix("}}\n") && answer.utf8.count { $0 == 0x0A } == 1, "\(answer)")
    }
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 3)
  }
}
