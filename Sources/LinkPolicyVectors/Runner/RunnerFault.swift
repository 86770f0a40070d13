internal import LinkPolicy
internal import LinkPolicyJSON

/// Why another implementation gave no answer that can be used.
///
/// Whatever it is, it is never a pass: the case that brought it about is counted as failed.
public struct RunnerFault: Error, Sendable, Equatable {
  /// What happened, in words for people.
  public let reason: String

  init(_ reason: String) {
    self.reason = reason
  }

  static func cannotStart(error: CInt) -> Self {
    Self("it cannot be started (error \(error))")
  }

  static func timeOut(_ milliseconds: Int) -> Self {
    let seconds = milliseconds / 1000
    let rest = milliseconds % 1000
    let text = rest == 0 ? String(seconds) : "\(Double(milliseconds) / 1000)"
    return Self("it gave no answer for \(text) \(text == "1" ? "second" : "seconds")")
  }

  static func tooLong(_ bytes: Int) -> Self {
    Self("it wrote a line of more than \(bytes) bytes")
  }

  static var unasked: Self {
    Self("it wrote a line that it was not asked for")
  }

  /// A line that came before the request was read.
  static func early(_ line: [UInt8]) -> Self {
    Self("it answered before it had read the request: " + Name(bytes: line).quoted)
  }

  /// An answer that is not what the protocol has, with the start of its line.
  static func unreadable(_ what: String, _ line: [UInt8]) -> Self {
    Self("its answer " + what + ": " + Name(bytes: line).quoted)
  }
}

/// How a process ended.
enum ProcessEnd: Equatable {
  case status(Int)
  case signal(Int)

  var text: String {
    switch self {
    case .status(let status): "it ended with status \(status)"
    case .signal(let number): "it was ended by signal \(number)"
    }
  }
}
