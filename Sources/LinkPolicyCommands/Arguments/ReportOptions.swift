/// The options by which every verb is told how to report: one set of names and words for all.
extension Option {
  /// How what goes to standard output is written; the first format is the default.
  ///
  /// - Parameters:
  ///   - formats: the formats that the verb writes.
  ///   - summary: what is written so, in a line of help.
  /// - Returns: the option.
  static func format<Format: ReportWords>(_ formats: Format.Type, _ summary: String) -> Option {
    let option = choice("--format", Format.allCases.map { $0.rawValue }, summary)
    // Help has no room for the words of many.
    return Format.allCases.count > 3 ? option.named("FORMAT") : option
  }

  /// A further report into a file, as often as is wanted.
  static var report: Option {
    value("--report", "FORMAT=PATH", "write a report into a file as well").repeatable
  }
}

extension Arguments {
  /// The format of what goes to standard output.
  func format<Format: ReportWords>(_ formats: Format.Type) -> Format {
    value("--format").flatMap { Format(rawValue: $0) } ?? Format.standard
  }
}

/// The formats of a verb, by their words: `pretty` for people, `json` for one value, `jsonl` for a value a
/// line, and what hosts and build servers read.
protocol ReportWords: RawRepresentable, CaseIterable where RawValue == String {
  /// The one that is written unless another is asked for.
  static var standard: Self { get }
}

/// Text for people, or JSON.
enum BriefFormat: String, ReportWords {
  case pretty, json

  static var standard: Self { .pretty }
}

/// Text for people, JSON, or the Markdown of a comment.
enum CommentFormat: String, ReportWords {
  case pretty, json, markdown

  static var standard: Self { .pretty }
}
