/// One finding about an input: what is wrong, where, and what to do.
///
/// Messages are lower case without a full stop, with user input in backticks. Diagnostics are
/// collected, so that one run shows many problems; rendering needs the ``SourceMap``.
public struct Diagnostic: Sendable {
  /// How serious a finding is.
  public enum Level: UInt8, Sendable, Comparable {
    /// Worth knowing; fails nothing.
    case note
    /// Probably a mistake; `check` exits 1.
    case warning
    /// The input cannot be used.
    case error

    /// Orders levels from note to error.
    public static func < (a: Level, b: Level) -> Bool {
      a.rawValue < b.rawValue
    }
  }

  /// A second place that the finding is about, such as the other row of an overlap.
  public struct Related: Sendable {
    /// What stands there.
    public var message: String
    /// Where it stands.
    public var position: SourcePosition

    /// Creates a related place.
    public init(_ message: String, at position: SourcePosition) {
      self.message = message
      self.position = position
    }
  }

  /// The stable code.
  public var code: DiagnosticCode
  /// The level.
  public var level: Level
  /// What is wrong, in one line.
  public var message: String
  /// Where, if the finding has a place.
  public var position: SourcePosition?
  /// What to do, or nil where the message says it all.
  public var help: String?
  /// Other places the finding is about.
  public var related: [Related]

  /// Creates a finding.
  public init(
    _ code: DiagnosticCode, _ level: Level, _ message: String,
    at position: SourcePosition?, help: String? = nil, related: [Related] = []
  ) {
    self.code = code
    self.level = level
    self.message = message
    self.position = position
    self.help = help
    self.related = related
  }
}
