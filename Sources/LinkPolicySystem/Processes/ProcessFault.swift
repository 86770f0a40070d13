/// Why a child process gave no line that answers the one it was sent.
package enum ProcessFault: Error, Equatable {
  /// The system did not start it.
  case cannotStart(SystemFailure)
  /// It gave no line within so many milliseconds.
  case timeOut(milliseconds: Int)
  /// It wrote a line of more than so many bytes.
  case tooLong(Int)
  /// It wrote a line that it was not asked for.
  case unasked
  /// It wrote this line before it had read what it was sent.
  case early([UInt8])
  /// It runs on, and closed its standard output, or its standard input.
  case closed(output: Bool)
  /// It has ended.
  case ended(ProcessEnd, withinLine: Bool)
  /// What it writes cannot be read.
  case unreadable(SystemFailure)
}

/// How a process ended.
package enum ProcessEnd: Equatable, Sendable {
  case status(Int)
  case signal(Int)

  /// It in words.
  package var text: String {
    switch self {
    case .status(let status): "it ended with status \(status)"
    case .signal(let number): "it was ended by signal \(number)"
    }
  }
}
