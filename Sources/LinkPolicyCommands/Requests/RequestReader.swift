internal import LinkPolicyJSON
internal import LinkPolicySystem
internal import LinkPolicyYAML

/// The requests of a JSON Lines file or of standard input, read as they come.
struct RequestReader {
  /// The file's name, as places show it.
  let name: String
  private var lines: LineReader
  private var isOver = false

  /// Opens a file, or standard input for `-`.
  init(_ path: String, _ terminal: Terminal) throws(InvalidInput) {
    var input = terminal.input
    name = path == "-" ? InputBytes.standardInputName : path
    if path != "-" {
      do throws(SystemFailure) {
        input = ByteInput(.file(try ReadableFile(stream: path)))
      } catch {
        throw FileProblem.finding(about: path, error.reason)
      }
    }
    lines = LineReader(input, limit: RequestLine.limits.documentBytes)
  }

  /// The number of the line read last.
  var line: Int { lines.number }

  /// The next line that is not blank, readable or not; nil at the end.
  ///
  /// Before more input is waited for, `wait` is called. Throws an ``InvalidInput`` where the stream
  /// itself cannot be read any further.
  mutating func next(wait: () -> Void) throws(InvalidInput) -> RequestLine? {
    while !isOver {
      switch try nextLine(wait) {
      case .bytes(let bytes):
        if !RequestLine.isBlank(bytes) {
          return RequestLine(bytes, name: name, line: line)
        }
      case .tooLong: return RequestLine(tooLongIn: name, line: line)
      case nil: isOver = true
      }
    }
    return nil
  }

  private mutating func nextLine(_ wait: () -> Void) throws(InvalidInput) -> LineReader.Line? {
    do throws(SystemFailure) {
      return try lines.next(wait: wait)
    } catch {
      isOver = true
      throw FileProblem.finding(about: name, "cannot be read: " + error.reason)
    }
  }
}
