import Testing

@testable import LinkPolicySystem

@Suite("Child processes")
struct ChildOutputTests {
  private func output(_ arguments: [String], limit: Int = 100) -> Result<
    String, ChildOutput.ChildFailure
  > {
    do throws(ChildOutput.ChildFailure) {
      return .success(
        String(decoding: try ChildOutput.bytes(of: arguments, limit: limit), as: UTF8.self))
    } catch {
      return .failure(error)
    }
  }

  @Test("give what they write, and nothing where they fail")
  func output() {
    #expect(output(["printf", "a b"]) == .success("a b"))
    #expect(output(["sh", "-c", "cat; echo said >&2"]) == .success(""), "it reads nothing")
    #expect(output(["sh", "-c", "echo a; exit 3"]) == .failure(.ended))
    #expect(output(["sh", "-c", "kill -9 $$"]) == .failure(.ended))
    #expect(output(["there-is-no-such-program"]) == .failure(.cannotStart))
    #expect(output(["printf", "12345"], limit: 5) == .success("12345"))
    // More than a pipe holds: whoever writes it must not wait for ever.
    #expect(output(["sh", "-c", "yes | head -c 300000"], limit: 5) == .failure(.tooLong))
  }

  private func answer(_ command: String, milliseconds: Int = 10_000) -> Result<String, ProcessFault>
  {
    do throws(ProcessFault) {
      let process = try LineProcessLauncher().start(command)
      let line = try process.exchange(
        Array("question\n".utf8), milliseconds: milliseconds, limit: 1_000)
      return .success(String(decoding: line, as: UTF8.self))
    } catch {
      return .failure(error)
    }
  }

  @Test("answer a line with a line, or say why not")
  func lines() {
    #expect(answer("read x; echo \"<$x>\"") == .success("<question>"))
    #expect(answer("read x; exit 4") == .failure(.ended(.status(4), withinLine: false)))
    #expect(answer("read x; printf half; exit 0") == .failure(.ended(.status(0), withinLine: true)))
    #expect(answer("read x; kill -9 $$") == .failure(.ended(.signal(9), withinLine: false)))
    #expect(
      answer("read x; yes | head -c 5000 | tr -d '\\n'; sleep 10") == .failure(.tooLong(1_000)))
    #expect(
      answer("read x; sleep 10", milliseconds: 50) == .failure(.timeOut(milliseconds: 50)))
    #expect(answer("read x; exec >&-; sleep 10") == .failure(.closed(output: true)))
  }

  @Test("end when they are told good-bye")
  func end() throws {
    let process = try LineProcessLauncher().start("read x; exit 7")
    #expect(process.end(Array("bye\n".utf8)) == .status(7))
    let stubborn = try LineProcessLauncher().start(
      "trap '' TERM; while read x; do :; done; sleep 60")
    #expect(stubborn.end(Array("bye\n".utf8)) == nil, "it is ended")
  }
}
