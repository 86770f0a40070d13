public import LinkPolicy

/// One finding about an input: what is wrong, where, and what to do.
///
/// Messages are lower case without a full stop, with user input in backticks. Diagnostics are
/// collected, so that one run shows many problems; rendering needs the `SourceMap`.
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
    ///
    /// - Parameters:
    ///   - a: the first level.
    ///   - b: the second level.
    /// - Returns: whether the first is less serious.
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

    /// Creates a second place, with what is to be said of it.
    ///
    /// - Parameters:
    ///   - message: what stands there, in lower case without a full stop.
    ///   - position: where it stands, in the same `SourceMap` as the finding.
    public init(_ message: String, at position: SourcePosition) {
      self.message = message.shortened(to: Diagnostic.messageLimit)
      self.position = position
    }
  }

  /// No message repeats a hostile input: what is longer loses its middle.
  private static var messageLimit: Int { 4096 }

  /// The stable code.
  public var code: DiagnosticCode
  /// How serious the finding is, and whether the input can be used.
  public var level: Level
  /// What is wrong, in one line.
  public var message: String
  /// Where, if the finding has a place.
  public var position: SourcePosition?
  /// What to do, or nil where the message says it all.
  public var help: String?
  /// Other places the finding is about.
  public var related: [Related]
  /// The attempt that it is about, for who looks for its cause; nil for most findings.
  package var found: FoundCase?

  /// Creates a finding from what a reader or a check has seen.
  ///
  /// - Parameters:
  ///   - code: the stable code of its kind.
  ///   - level: how serious it is.
  ///   - message: what is wrong, in one line, lower case without a full stop, user input in
  ///     backticks.
  ///   - position: where it is; nil for a finding about the whole input.
  ///   - help: what to do about it; nil where the message says it all.
  ///   - related: other places that it is about, in the order to show them.
  public init(
    _ code: DiagnosticCode, _ level: Level, _ message: String,
    at position: SourcePosition?, help: String? = nil, related: [Related] = []
  ) {
    self.code = code
    self.level = level
    self.message = message.shortened(to: Self.messageLimit)
    self.position = position
    self.help = help
    self.related = related
  }
}
