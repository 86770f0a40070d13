internal import Foundation

/// A child process, started again whenever it has died.
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

  /// Starts it, in the place of the one that died.
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
    // Only the child holds the other ends, so that its death is the end of what it writes.
    try? input.fileHandleForReading.close()
    try? output.fileHandleForWriting.close()
  }

  /// Sends a line; one that the process does not live to read is not answered.
  func send(_ line: String) {
    try? input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
  }

  /// The next line; nil where the process has died.
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

  /// Kills it, wherever it is.
  func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
  }

  /// Has it end by itself.
  func end() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}
