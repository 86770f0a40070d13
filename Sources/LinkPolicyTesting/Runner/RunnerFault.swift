internal import LinkPolicy
internal import LinkPolicyJSON
internal import LinkPolicySystem

/// Why another implementation gave no answer that can be used.
///
/// Whatever it is, it is never a pass: the case that brought it about is counted as failed.
public struct RunnerFault: Error, Sendable, Equatable {
  /// What happened, in words for people.
  public let reason: String

  init(_ reason: String) {
    self.reason = reason
  }

  /// The fault of the process that it runs as.
  init(_ fault: ProcessFault) {
    reason =
      switch fault {
      case .cannotStart(let failure): "it cannot be started (error \(failure.number))"
      case .timeOut(let milliseconds): "it gave no answer for " + Self.seconds(milliseconds)
      case .tooLong(let bytes): "it wrote a line of more than \(bytes) bytes"
      case .unasked: "it wrote a line that it was not asked for"
      case .early(let line):
        "it answered before it had read the request: " + Name(bytes: line).quoted
      case .closed(output: let isOutput):
        "it closed its standard " + (isOutput ? "output" : "input")
      case .ended(let end, withinLine: let isWithin):
        end.text + (isWithin ? " in the middle of a line" : "")
      case .unreadable(let failure): "its answer cannot be read (error \(failure.number))"
      }
  }

  private static func seconds(_ milliseconds: Int) -> String {
    let isWhole = milliseconds % 1000 == 0
    let text = isWhole ? String(milliseconds / 1000) : "\(Double(milliseconds) / 1000)"
    return text + (text == "1" ? " second" : " seconds")
  }

  /// An answer that is not what the protocol has, with the start of its line.
  static func unreadable(_ what: String, _ line: [UInt8]) -> Self {
    Self("its answer " + what + ": " + Name(bytes: line).quoted)
  }
}
