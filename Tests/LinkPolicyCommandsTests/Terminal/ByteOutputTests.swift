import Dispatch
import Foundation
import LinkPolicySystem
import Synchronization
import Testing

@testable import LinkPolicyCommands

@Suite("Output is written whole or not missed")
struct ByteOutputTests {
  private static func pipe() -> (read: CInt, write: CInt) {
    signal(SIGPIPE, SIG_IGN)
    let pipe = Pipe()
    // The ends outlive the pipe, so that a test can close them when it likes.
    return (
      dup(pipe.fileHandleForReading.fileDescriptor), dup(pipe.fileHandleForWriting.fileDescriptor)
    )
  }

  private static func terminal(_ descriptor: CInt) -> Terminal {
    Terminal(
      output: ByteOutput(.descriptor(descriptor)), errors: ByteOutput(.memory),
      input: ByteInput(.memory([])))
  }

  @Test("a reader that went away ends the run quietly")
  func brokenPipe() {
    let attempt = #"{"action":"sign-in","provider":"google.com","subject":"s"}"#
    let requests = String(
      repeating: "{\"decide\":{\"attempt\":\(attempt),\"answers\":{\"credential\":null}}}\n",
      count: 5000)
    for arguments in [
      ["--help"], ["expand", "firebase"], ["decide", Fixtures.path("policy.yaml")],
    ] {
      let ends = Self.pipe()
      close(ends.read)
      var terminal = Terminal(
        output: ByteOutput(.descriptor(ends.write)), errors: ByteOutput(.memory),
        input: ByteInput(.memory(Array(requests.utf8))))
      #expect(CommandLineTool.run(arguments, &terminal) == .clean, "\(arguments)")
      #expect(terminal.errors.bytes.isEmpty, "\(arguments)")
      close(ends.write)
    }
  }

  @Test("anything else that goes wrong is told, with code 70")
  func failure() throws {
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let cases = [(full.fileDescriptor, "no space is left"), (-1, "closed")]
    for (descriptor, reason) in cases {
      var terminal = Self.terminal(descriptor)
      #expect(CommandLineTool.run(["--help"], &terminal) == .internalError)
      let said = String(decoding: terminal.errors.bytes, as: UTF8.self)
      #expect(said.contains("cannot write to standard output") && said.contains(reason))
    }
  }

  @Test("a slow reader of a small pipe gets every byte")
  func shortWrites() {
    let ends = Self.pipe()
    _ = fcntl(ends.write, F_SETFL, O_NONBLOCK)
    let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    let received = Mutex<[UInt8]>([])
    let isDone = DispatchSemaphore(value: 0)
    // A thread of its own: writing blocks this one, and the tests' pool may have no other left.
    let reading = Thread {
      while let more = try? SystemCalls.read(ends.read, upTo: 777), !more.isEmpty {
        received.withLock { $0 += more }
      }
      isDone.signal()
    }
    reading.start()
    var output = ByteOutput(.descriptor(ends.write))
    output.write(bytes)
    output.flush()
    close(ends.write)
    isDone.wait()
    #expect(received.withLock { $0 } == bytes)
    #expect(output.failure == nil)
    close(ends.read)
  }

  @Test("the environment can forbid colour")
  func colour() {
    let cases: [([String: String], Bool)] = [
      ([:], true), (["TERM": "xterm"], true), (["NO_COLOR": ""], true), (["NO_COLOR": "0"], false),
      (["NO_COLOR": "1", "TERM": "xterm"], false), (["TERM": "dumb"], false),
    ]
    for (environment, isAllowed) in cases {
      #expect(Terminal.allowsColour { environment[$0] } == isAllowed, "\(environment)")
    }
  }
}
