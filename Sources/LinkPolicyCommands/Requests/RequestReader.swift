internal import LinkPolicy
internal import LinkPolicyJSON
internal import LinkPolicyYAML

/// The requests of a JSON Lines file or of standard input, read as they come.
struct RequestReader {
  // An excerpt counts lines from the start of a file; further down the place has to do.
  private static var lastExcerptLine: Int { 100_000 }

  /// The file's name, as places show it.
  let name: String
  private var lines: LineReader
  private var isOver = false
  private let limits = JSONLimits()

  /// Opens a file, or standard input for `-`.
  init(_ path: String, _ terminal: Terminal) throws(InvalidInput) {
    var input = terminal.input
    name = path == "-" ? InputBytes.standardInputName : path
    if path != "-" {
      do throws(SystemCalls.Failure) {
        input = ByteInput(.file(try OpenFile(path)))
      } catch {
        throw InputFile.failure(path, error.reason)
      }
    }
    lines = LineReader(input, limit: limits.documentBytes)
  }

  /// The line of the request read last.
  var line: Int { lines.number }

  /// The next request; nil at the end.
  ///
  /// Throws an ``InvalidInput`` for a line that is none, after which the next one can be read.
  mutating func next(wait: () -> Void) throws(InvalidInput) -> DecisionRequest? {
    while !isOver {
      guard let bytes = try nextLine(wait) else { return nil }
      var reader = JSONLines(bytes, name: name, firstLine: line, limits: limits)
      do throws(InvalidInput) {
        if let document = try reader.next() {
          return try DecisionRequest(document, in: reader.sources)
        }
      } catch {
        throw showing(bytes, error)
      }
    }
    return nil
  }

  private mutating func nextLine(_ wait: () -> Void) throws(InvalidInput) -> [UInt8]? {
    let line: LineReader.Line?
    do throws(SystemCalls.Failure) {
      line = try lines.next(wait: wait)
    } catch {
      isOver = true
      throw InputFile.failure(name, "cannot be read: " + error.reason)
    }
    switch line {
    case .bytes(let bytes): return bytes
    case .tooLong: throw tooLong
    case nil:
      isOver = true
      return nil
    }
  }

  private var tooLong: InvalidInput {
    let sources = SourceMap(files: [SourceMap.File(name: name)])
    let position = SourcePosition(line: line, column: 1)
    let message = "the line is longer than \(limits.documentBytes) bytes"
    return InvalidInput([Diagnostic(.jsonTooLong, .error, message, at: position)], in: sources)
  }

  /// The error with the bytes of its line, at the place where the line stands.
  private func showing(_ bytes: [UInt8], _ error: InvalidInput) -> InvalidInput {
    guard line <= Self.lastExcerptLine else { return error }
    let before = [UInt8](repeating: UInt8(ascii: "\n"), count: line - 1)
    let file = SourceMap.File(name: name, bytes: before + bytes)
    return InvalidInput(error.diagnostics, in: SourceMap(files: [file]))
  }
}
