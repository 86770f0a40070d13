internal import Foundation

/// A child process that can be restarted after its death.
final class RaceProcess {
  private let path: String
  private var process = Process()
  private var input = Pipe()
  private var output = Pipe()
  private var buffer = Data()

  init(_ path: String) {
    self.path = path
    start()
  }

  /// Starts a process, which replaces a dead process.
  func start() {
    process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = ["child"]
    (input, output, buffer) = (Pipe(), Pipe(), Data())
    process.standardInput = input
    process.standardOutput = output
    do {
      try process.run()
    } catch {
      fatalError("`\(path)` does not start: \(error)")
    }
    // Only the child holds the other ends of the pipes, so the output ends when the child dies.
    try? input.fileHandleForReading.close()
    try? output.fileHandleForWriting.close()
  }

  /// Sends a line; if the process dies before reading the line, there is no answer.
  func send(_ line: String) {
    try? input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
  }

  /// Returns the next line; nil if the process has died.
  func receive() -> String? {
    while true {
      if let end = buffer.firstIndex(of: 10) {
        let line = String(decoding: buffer[buffer.startIndex..<end], as: UTF8.self)
        buffer = Data(buffer[(end + 1)...])
        return line
      }
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else {
        process.waitUntilExit()
        return nil
      }
      buffer += more
    }
  }

  /// Kills the process immediately.
  func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
  }

  /// Closes the input and waits until the process ends by itself.
  func end() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}
