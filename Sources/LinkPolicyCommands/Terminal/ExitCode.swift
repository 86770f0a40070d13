/// How a run ended, the same for every verb.
public enum ExitCode: Int32, Sendable {
  /// Nothing to complain about; for `decide`, `lookup`, `explain` and `play`, whatever was decided.
  case clean = 0
  /// Findings of level error or warning, changes, failed vectors, files that `fmt --check` would change.
  case findings = 1
  /// The command line itself is wrong.
  case usage = 2
  /// An input file, or a line of a stream, that cannot be read or is not what it should be.
  case invalidInput = 3
  /// Input that is well formed but could not be decided or compared.
  case undecided = 4
  /// A fault of this program or of the system below it.
  case internalError = 70

  // What makes the rest of a run less worth believing weighs more.
  private var weight: Int {
    switch self {
    case .clean: 0
    case .findings: 1
    case .undecided: 2
    case .invalidInput: 3
    case .usage: 4
    case .internalError: 5
    }
  }

  /// Makes this the code of a run that also ended with another one.
  mutating func join(_ other: ExitCode) {
    if other.weight > weight {
      self = other
    }
  }
}
