public import LinkPolicy

/// One finding about an input: the problem, its position, and a suggested fix.
///
/// Messages are in lower case without a full stop, with user input in backticks. Readers collect diagnostics, so one
/// run reports many problems. To render a diagnostic with its source line, pass the `SourceMap` of its files to
/// ``rendered(in:style:)``.
public struct Diagnostic: Sendable {
  /// The severity of a finding: note, warning or error.
  public enum Level: UInt8, Sendable, Comparable {
    /// Information; a command fails because of a note only with `--fail-on note`.
    case note
    /// A probable mistake; `check` exits with 1, unless `--fail-on error` is given.
    case warning
    /// A problem that makes the input unusable.
    case error

    /// Orders levels from note to error.
    ///
    /// - Parameters:
    ///   - a: the first level.
    ///   - b: the second level.
    /// - Returns: whether the first level is less serious than the second level.
    public static func < (a: Level, b: Level) -> Bool {
      a.rawValue < b.rawValue
    }
  }

  /// A further position of a finding, such as the position of the second of two overlapping rows.
  public struct Related: Sendable {
    /// The note that explains the position.
    public var message: String
    /// The line and column to which the note refers.
    public var position: SourcePosition

    /// Creates a further position of a finding, with a note.
    ///
    /// - Parameters:
    ///   - message: the note, in lower case without a full stop.
    ///   - position: the position, in the same `SourceMap` as the finding.
    public init(_ message: String, at position: SourcePosition) {
      self.message = message.shortened(to: Diagnostic.messageLimit)
      self.position = position
    }
  }

  /// The maximum length of a message, so that a message cannot repeat hostile input without limit; longer messages lose
  /// their middle.
  private static var messageLimit: Int { 4096 }

  /// The stable code of the finding, such as `hidden-row`.
  public var code: DiagnosticCode
  /// The severity of the finding; an error makes the input unusable.
  public var level: Level
  /// The problem, in one line.
  public var message: String
  /// The position; nil for a finding about the whole input.
  public var position: SourcePosition?
  /// The suggested fix; nil if the message is sufficient.
  public var help: String?
  /// Other positions of the finding, such as the second of two overlapping rows.
  public var related: [Related]
  /// An attempt with the problem, for finding the overlay edit that caused the problem; nil for most findings.
  package var found: FoundCase?

  /// Creates a finding of a reader or a check.
  ///
  /// - Parameters:
  ///   - code: the stable code, such as `hidden-row`.
  ///   - level: the severity.
  ///   - message: the problem, in one line, lower case without a full stop, with user input in backticks.
  ///   - position: the position; nil for a finding about the whole input.
  ///   - help: the suggested fix; nil if the message is sufficient.
  ///   - related: other positions of the finding, in the order in which the text shows them.
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

extension Diagnostic {
  /// Renders the finding as terminal text, ending with a line feed.
  ///
  /// The first line contains position, level, code and message. The source line with a caret, the help and the related
  /// positions follow. If the bytes of a file are unavailable, the text has no excerpt of the file. Quoted input and
  /// file names lose line breaks and all characters that could control a terminal, because input can be hostile.
  ///
  /// - Parameters:
  ///   - sources: the files that positions refer to; use `SourceMap.indexed()` to render many findings.
  ///   - style: whether to color the level and the position, for a terminal.
  /// - Returns: the text, which can contain Unicode, but no control characters except line feeds and requested color.
  public func rendered(in sources: SourceMap, style: DiagnosticStyle = .plain) -> String {
    text(in: sources, style).text
  }

  /// Returns the finding as ``rendered(in:style:)`` does, but as ``TerminalText``.
  package func text(in sources: SourceMap, _ style: DiagnosticStyle = .plain) -> TerminalText {
    var text = TerminalText()
    if let position {
      text += TerminalText(sources.describe(position)).coloured(.bold, style) + ": "
    }
    text += level.text(style) + "[\(code.name)]: \(message)\n"
    if let position {
      text += TerminalText(ownLines: sources.excerpt(at: position))
    }
    if let help {
      text += "  = help: \(help)\n"
    }
    for other in related {
      text += "  = \(sources.describe(other.position)): \(other.message)\n"
      text += TerminalText(ownLines: sources.excerpt(at: other.position))
    }
    return text
  }
}

extension Diagnostic.Level {
  fileprivate func text(_ style: DiagnosticStyle) -> TerminalText {
    let (word, colour): (TerminalText, TerminalColour) =
      switch self {
      case .note: ("note", .cyan)
      case .warning: ("warning", .yellow)
      case .error: ("error", .red)
      }
    return word.coloured(colour, style)
  }
}

extension SourceMap {
  /// The maximum width of an excerpt, in scalars.
  private static var excerptWidth: Int { 140 }

  /// Returns the source line at a position, with a caret under the column of the position.
  ///
  /// A long line is cut around the column. Control characters and invisible characters are shown as `·`, so that
  /// hostile input cannot control the terminal. In a map that is `indexed()`, the work depends on the size of the
  /// excerpt, not on the length of the file or the line.
  ///
  /// - Parameter position: a position in a file of this map.
  /// - Returns: two lines, each with a line feed; empty if the bytes of the line are unavailable.
  public func excerpt(at position: SourcePosition) -> String {
    guard files.indices.contains(position.file) else { return "" }
    var steps = 0
    return excerpt(at: position, steps: &steps)
  }

  /// Returns the excerpt, and counts the bytes that were read.
  func excerpt(at position: SourcePosition, steps: inout Int) -> String {
    let file = files[position.file]
    var column = position.column - 1
    // If the line ends soon after the column, the excerpt starts earlier, so the method must read more text before the
    // column.
    let first = max(0, column - Self.excerptWidth)
    let wanted = column - first + Self.excerptWidth / 2 + 1
    guard
      let part = file.lines.scalars(
        ofLine: position.line, from: first, count: max(wanted, Self.excerptWidth + 1),
        in: file.bytes, steps: &steps)
    else { return "" }
    var scalars = part.scalars
    column -= first
    if first > 0 || scalars.count > Self.excerptWidth {
      let last = scalars.count - Self.excerptWidth
      let middle = column - Self.excerptWidth / 2
      let start = max(0, part.isWhole ? min(middle, last) : middle)
      scalars = Array(scalars[start..<min(start + Self.excerptWidth, scalars.count)])
      column -= start
    }
    var text = String.UnicodeScalarView()
    for scalar in scalars {
      text.append(Self.isPrintable(scalar) ? scalar : "·")
    }
    let number = String(position.line)
    let margin = String(repeating: " ", count: number.utf8.count)
    let indent = String(repeating: " ", count: max(0, column))
    return " " + number + " | " + String(text) + "\n " + margin + " | " + indent + "^\n"
  }

  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: false
    default: true
    }
  }
}

/// The stable name of one kind of finding, such as `hidden-row`.
///
/// A code never changes its meaning, because tests, suppressions and `--explain` depend on the codes. Each module adds
/// its codes as static properties of this type.
public struct DiagnosticCode: Sendable, Hashable {
  /// The code as text, such as `hidden-row`.
  public let name: Name

  /// Creates a code from its printed name.
  ///
  /// - Parameter name: lower-case words joined by hyphens, such as `hidden-row`.
  public init(_ name: Name) {
    self.name = name
  }
}

extension DiagnosticCode {
  /// A name is declared twice or occurs twice in one list, so one of the two occurrences would have no effect.
  public static var duplicateName: DiagnosticCode { .init("duplicate-name") }
  /// A name is used but not declared; a misspelled effect, for example, would never happen.
  public static var unknownName: DiagnosticCode { .init("unknown-name") }
  /// A newer version of the engine divided a value of a fact into several values, and a condition names only some of
  /// the new values.
  public static var dividedValue: DiagnosticCode { .init("divided-value") }
  /// A declaration is incomplete or contradictory.
  public static var invalidDeclaration: DiagnosticCode { .init("invalid-declaration") }
  /// The policy exceeds a limit of the engine, for example with too many facts or values.
  public static var tooMany: DiagnosticCode { .init("too-many") }
  /// The rows of a table test facts in so many combinations that the compiler cannot prove that every attempt has
  /// exactly one answer.
  public static var tooIntricate: DiagnosticCode { .init("too-intricate") }
  /// An action has a table, but no table decides one of the kinds of method that the action's attempts can have; or the
  /// policy has no table at all.
  public static var missingTable: DiagnosticCode { .init("missing-table") }
  /// Two tables decide the same action and kind, so that the deciding table would be arbitrary.
  public static var duplicateTable: DiagnosticCode { .init("duplicate-table") }
  /// A table has no row for a combination of facts that can occur, so an attempt would have no answer.
  public static var gap: DiagnosticCode { .init("gap") }
  /// Two rows of a `unique` table match the same attempt.
  ///
  /// A `first` table permits both rows if their answers are equal, if the later row overrides the earlier row, or if
  /// the later row is a final row without conditions.
  public static var overlap: DiagnosticCode { .init("overlap") }
  /// An `overrides` entry overrides nothing, for example because the two rows no longer overlap.
  public static var staleOverride: DiagnosticCode { .init("stale-override") }
  /// A row can never decide: other rows or guards decide all attempts that match the row, or no attempt can match the
  /// row.
  public static var hiddenRow: DiagnosticCode { .init("hidden-row") }
  /// A guard can never refuse, although the guard looks like a protection.
  public static var hiddenGuard: DiagnosticCode { .init("hidden-guard") }
  /// A row has no answer, or an answer of the wrong kind, such as `do:` in a guard.
  public static var invalidAnswer: DiagnosticCode { .init("invalid-answer") }
  /// The effects of a row are in the wrong order: one effect undoes another.
  public static var effectOrder: DiagnosticCode { .init("effect-order") }
  /// An effect is impossible for at least one attempt that its row decides.
  public static var impossibleEffect: DiagnosticCode { .init("impossible-effect") }
  /// A row refuses the attempt but changes the account, as a lockout after wrong passwords does.
  public static var refusalWithEffects: DiagnosticCode { .init("refusal-with-effects") }
  /// `drop-unproven` is used, but the policy does not define `proof`.
  public static var missingProof: DiagnosticCode { .init("missing-proof") }
  /// A file is not of the required kind, for example an image instead of a policy.
  public static var wrongFile: DiagnosticCode { .init("wrong-file") }
  /// A file does not exist or cannot be read.
  public static var unreadableFile: DiagnosticCode { .init("unreadable-file") }
}

/// The error of every reader: the findings that made an input unusable, and the files to which they refer.
///
/// The error contains at least one ``Diagnostic`` of level error, together with any warnings found before the error.
public struct InvalidInput: Error, Sendable {
  /// The findings, in the order of their positions.
  public let diagnostics: [Diagnostic]
  /// The files to which the positions refer.
  public let sources: SourceMap

  /// Creates the error from its findings.
  ///
  /// - Parameters:
  ///   - diagnostics: the findings, at least one of level error, in the order of their positions.
  ///   - sources: the files to which the findings' positions refer.
  public init(_ diagnostics: [Diagnostic], in sources: SourceMap) {
    self.diagnostics = diagnostics
    self.sources = sources
  }
}

#if !hasFeature(Embedded)
  extension InvalidInput: CustomStringConvertible {
    /// The findings as text, each with its line and a caret.
    public var description: String {
      var text = ""
      let sources = sources.indexed()
      for diagnostic in diagnostics {
        text += diagnostic.rendered(in: sources)
      }
      return text
    }
  }
#endif

/// An attempt that a finding describes, given by the names of its facts and values.
///
/// The names identify the attempt in other versions of the policy too.
package struct FoundCase: Sendable {
  /// The table to which the finding refers.
  package enum CaseQuestion: Sendable {
    /// The finding is about the decision table for the action and kind of the attempt.
    case decision
    /// The finding is about the table of a derived fact.
    case fact(Name)
  }

  package let question: CaseQuestion
  /// The values of all facts except derived facts.
  package let values: [(fact: Name, value: Name)]
  /// The rows with the problem: two overlapping rows, or one row with an impossible effect; empty for a gap.
  package let rows: [Name]

  package init(_ question: CaseQuestion, _ values: [(fact: Name, value: Name)], rows: [Name]) {
    self.question = question
    self.values = values
    self.rows = rows
  }
}
