internal import LinkPolicy
internal import LinkPolicyDiagnostics
internal import LinkPolicyJSON

/// Conformance levels as text and as JSON, for reports.
extension SuiteLevels {
  /// The badge for a README, such as `LinkPolicy core (facts 1.2.0, 12 vectors)`; nil if the implementation reaches no
  /// level.
  ///
  /// The badge names the suite and its number of vectors, because a level in one suite implies nothing for another
  /// suite.
  public var badge: String? {
    guard let reached, let version else { return nil }
    let counts = ConformanceLevel.allCases.filter { $0 <= reached }.compactMap { levels[$0] }
    let vectors = counts.reduce(0) { $0 + $1.vectors }
    return "LinkPolicy \(reached.rawValue) (\(suite) \(version), \(Self.words(vectors)))"
  }

  /// The vectors that must still pass for the next level, such as `for linking: 1 of 90 vectors: f0007 failed`; nil if
  /// every level that has vectors is reached.
  public var missing: String? {
    guard let (level, counts) = next else { return nil }
    let named = counts.missing.map { "\($0.id) \($0.why)" }.joined(separator: ", ")
    let more = counts.missingCount - counts.missing.count
    return "for \(level.rawValue): \(counts.missingCount) of \(Self.words(counts.vectors)): "
      + named
      + (more > 0 ? " and \(more) more" : "")
  }

  private static func words(_ vectors: Int) -> String {
    "\(vectors) \(vectors == 1 ? "vector" : "vectors")"
  }

  /// The heading above the counts, such as `levels of facts 1.2.0`.
  var title: String { "levels of " + suite + (version.map { " " + $0 } ?? "") }

  /// Returns the counts by level, the badge and the missing vectors, for people.
  func text(_ implementation: Implementation?) -> TerminalText {
    var text: TerminalText = "\n\(title)"
    text += implementation.map { " by \($0.fullName)\n" } ?? "\n"
    var table = TextTable(
      indent: 2,
      [TextTable.TextColumn(heading: "level", limit: 12)]
        + ["vectors", "passed", "missing"].map {
          TextTable.TextColumn(heading: $0, limit: 12, isRight: true)
        })
    for level in ConformanceLevel.allCases {
      let counts = levels[level] ?? LevelCounts()
      let numbers = [counts.vectors, counts.passed, counts.missingCount]
      table.add(
        [TextTable.TextCell(level.rawValue)] + numbers.map { TextTable.TextCell(String($0)) })
    }
    text += table.text(.plain)
    if let noBadge {
      return text + "no badge: \(noBadge)\n"
    }
    text += badge.map { "badge: \($0)\n" } ?? "no badge: the first level is not reached\n"
    return text + (missing.map { "missing \($0)\n" } ?? "")
  }
}

extension JSONWriter {
  /// Writes the conformance levels by suite.
  mutating func levels(_ suites: [SuiteLevels]) {
    key("levels")
    beginArray()
    for suite in suites {
      beginObject()
      key("suite")
      string(suite.suite)
      key("version")
      optional(suite.version)
      key("badge")
      optional(suite.badge)
      key("reached")
      optional(suite.reached?.rawValue)
      key("no-badge")
      optional(suite.noBadge)
      key("levels")
      beginArray()
      for level in ConformanceLevel.allCases {
        if let counts = suite.levels[level] {
          self.level(level, counts)
        }
      }
      endArray()
      endObject()
    }
    endArray()
  }

  private mutating func level(_ level: ConformanceLevel, _ counts: LevelCounts) {
    beginObject()
    key("level")
    string(level.rawValue)
    let numbers: [(Name, Int)] = [
      ("vectors", counts.vectors), ("passed", counts.passed), ("failed", counts.failed),
      ("skipped", counts.skipped), ("known", counts.known), ("unanswered", counts.unanswered),
    ]
    for (name, number) in numbers {
      key(name)
      int(number)
    }
    key("missing")
    beginArray()
    for (id, why) in counts.missing {
      beginObject()
      key("id")
      string(id)
      key("why")
      string(why)
      endObject()
    }
    endArray()
    endObject()
  }

  private mutating func optional(_ text: String?) {
    if let text {
      string(text)
    } else {
      null()
    }
  }
}
