internal import LinkPolicy
public import LinkPolicyDiagnostics

/// The findings about one text, up to a limit.
struct ProblemList {
  private(set) var items: [Diagnostic] = []
  private(set) var left = 0
  /// The lines with a rejected character.
  ///
  /// A syntax error on one of these lines is not reported, because the rejected character probably causes the error.
  private(set) var brokenLines: Set<Int> = []
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  mutating func add(_ problem: Diagnostic) {
    if items.count < limit {
      items.append(problem)
    } else {
      left += 1
    }
  }

  /// Adds a finding about a character.
  ///
  /// The finding is created only if the limit is not reached, because every byte of a hostile file can cause a finding.
  mutating func addBroken(line: Int, _ problem: @autoclosure () -> Diagnostic) {
    if items.count < limit {
      brokenLines.insert(line)
      items.append(problem())
    } else {
      left += 1
    }
  }

  /// Returns the findings in the order of positions, followed by a note if findings were omitted.
  func finished() -> [Diagnostic] {
    // The sort must be stable, which the standard library does not guarantee.
    var sorted = items.enumerated().sorted { a, b in
      let first = Self.order(a.element)
      let second = Self.order(b.element)
      return first == second ? a.offset < b.offset : first < second
    }.map { $0.element }
    if left > 0 {
      let count = left == 1 ? "1 further problem is" : "\(left) further problems are"
      sorted.append(
        Diagnostic(
          .yamlMoreProblems, .note, "\(count) not shown", at: nil,
          help: "fix the problems above, and run again"))
    }
    return sorted
  }

  private static func order(_ problem: Diagnostic) -> (Int, Int) {
    (problem.position?.line ?? 0, problem.position?.column ?? 0)
  }
}

extension DiagnosticCode {
  /// The file contains bytes that are not UTF-8.
  public static var yamlInvalidUTF8: Self { Self("yaml-invalid-utf8") }
  /// The text contains NUL, another C0 control, DEL or a C1 control, either directly or through an escape.
  public static var yamlControlCharacter: Self { Self("yaml-control-character") }
  /// The text contains a carriage return that no line feed follows.
  public static var yamlCarriageReturn: Self { Self("yaml-carriage-return") }
  /// The text contains a character that changes the direction of the text around it.
  public static var yamlBidiControl: Self { Self("yaml-bidi-control") }
  /// The text contains U+2028 or U+2029, which some programs treat as line breaks.
  public static var yamlLineSeparator: Self { Self("yaml-line-separator") }
  /// The text contains a noncharacter, such as U+FFFE, which Unicode never assigns to a character.
  public static var yamlNoncharacter: Self { Self("yaml-noncharacter") }
  /// The text contains a byte order mark after its start.
  public static var yamlByteOrderMark: Self { Self("yaml-byte-order-mark") }

  /// The document has no value, for example because the file is empty.
  public static var yamlEmpty: Self { Self("yaml-empty") }
  /// The text is not valid YAML.
  public static var yamlSyntax: Self { Self("yaml-syntax") }
  /// A tab is in a place where indentation is expected.
  public static var yamlTabIndentation: Self { Self("yaml-tab-indentation") }
  /// A map contains the same key twice, so readers could disagree about the value of the key.
  public static var yamlDuplicateKey: Self { Self("yaml-duplicate-key") }
  /// A key is a list or a map, or is written with `?`.
  public static var yamlComplexKey: Self { Self("yaml-complex-key") }
  /// The text contains the key `<<`, with which YAML 1.1 copies entries of another map.
  public static var yamlMergeKey: Self { Self("yaml-merge-key") }
  /// A value has an anchor, such as `&name`, with which other places can repeat the value.
  public static var yamlAnchor: Self { Self("yaml-anchor") }
  /// The text repeats a value from another place with an alias, such as `*name`.
  public static var yamlAlias: Self { Self("yaml-alias") }
  /// A value has an explicit type, such as `!name`, which no policy may use.
  public static var yamlTag: Self { Self("yaml-tag") }
  /// A parser directive, such as `%YAML`, precedes the document.
  public static var yamlDirective: Self { Self("yaml-directive") }
  /// The file contains a second document.
  public static var yamlSeveralDocuments: Self { Self("yaml-several-documents") }
  /// A scalar is written with `|` or `>`.
  public static var yamlBlockScalar: Self { Self("yaml-block-scalar") }

  /// The document has more bytes than the limit, which is 8 MiB.
  public static var yamlByteLimit: Self { Self("yaml-byte-limit") }
  /// The collections of a document are nested deeper than the limit, which is 16 levels.
  public static var yamlDepthLimit: Self { Self("yaml-depth-limit") }
  /// The document has more keys and values than the limit, which is 1,000,000 for both together.
  public static var yamlNodeLimit: Self { Self("yaml-node-limit") }
  /// A scalar is longer than the limit, which is 4,096 bytes.
  public static var yamlScalarLimit: Self { Self("yaml-scalar-limit") }
  /// A list is longer than the limit, which is 10,000 items.
  public static var yamlRowLimit: Self { Self("yaml-row-limit") }
  /// The list of findings has reached its limit of 100, so further findings were omitted.
  public static var yamlMoreProblems: Self { Self("yaml-more-problems") }
}

extension DiagnosticCode {
  /// A map lacks a required key, such as `id` in a row.
  public static var missingKey: Self { Self("missing-key") }
  /// A map contains a key that the format does not define for this map.
  public static var unknownKey: Self { Self("unknown-key") }
  /// A value has another type than its key requires, such as text in place of a list.
  public static var wrongType: Self { Self("wrong-type") }
  /// A word is not allowed for its key, as in `hit: last`.
  public static var unknownValue: Self { Self("unknown-value") }
  /// The file has a format version that this package does not read.
  public static var unknownVersion: Self { Self("unknown-version") }
  /// A row tests a fact that the `given:` around the row already tests.
  public static var repeatedCondition: Self { Self("repeated-condition") }
  /// An extended policy is unavailable or extends itself, or too many policies extend one another.
  public static var unknownBase: Self { Self("unknown-base") }
  /// The meaning of a policy does not match its stated digest.
  public static var changedMeaning: Self { Self("changed-meaning") }
  /// The digest is not the second key of the policy.
  public static var misplacedDigest: Self { Self("misplaced-digest") }
  /// The meaning of an extended policy does not match its pinned digest.
  public static var changedBase: Self { Self("changed-base") }
  /// An overlay edits a table, row or guard that the base does not have.
  public static var unknownOverlay: Self { Self("unknown-overlay") }
}
