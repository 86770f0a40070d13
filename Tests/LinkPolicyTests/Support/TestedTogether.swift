import LinkPolicyTestSupport

/// Policies whose rows test settings together, by what goes with what.
struct TestedTogether {
  /// The settings that each row tests, by number.
  var rows: [[Int]]
  /// How many settings there are.
  var settings: Int
  /// The order in which they are declared.
  var declared: [Int]

  init(_ rows: [[Int]], settings: Int) {
    self.rows = rows
    self.settings = settings
    declared = Array(0..<settings)
  }

  /// Row i tests settings i and i + n.
  static func pairs(_ count: Int) -> TestedTogether {
    TestedTogether((0..<count).map { [$0, $0 + count] }, settings: 2 * count)
  }

  /// Row i tests settings i, i + n and i + 2n.
  static func triples(_ count: Int) -> TestedTogether {
    TestedTogether((0..<count).map { [$0, $0 + count, $0 + 2 * count] }, settings: 3 * count)
  }

  /// Row i tests settings i and i + 1, the last one the first.
  static func ring(_ count: Int) -> TestedTogether {
    TestedTogether((0..<count).map { [$0, ($0 + 1) % count] }, settings: count)
  }

  /// Rows that each test another three of the settings, scattered.
  static func tangle(_ count: Int) -> TestedTogether {
    var generator = SeededGenerator(seed: 1)
    let rows = (0..<60).map { _ in
      Array((0..<count).shuffled(using: &generator).prefix(3))
    }
    return TestedTogether(rows, settings: count)
  }

  func shuffled(_ seed: UInt64) -> TestedTogether {
    var generator = SeededGenerator(seed: seed)
    var other = self
    other.declared.shuffle(using: &generator)
    other.rows.shuffle(using: &generator)
    return other
  }

  private func conditions(_ row: Int, _ value: String) -> String {
    rows[row].map { "setting.s\($0): \(value), " }.joined()
  }

  private func head(_ more: String) -> String {
    let settings = declared.map { "  s\($0): [off, on, auto]\n" }.joined()
    return "linkpolicy: 1\nname: test\nproviders: {p: {kind: federated}}\n"
      + "errors: {no: {}, never: {}}\nsettings:\n" + settings + more
      + "decisions:\n  sign-in.federated:\n"
  }

  /// The rows of a table that answers what fits first.
  func firstHit(_ value: String = "on", and other: String = "") -> String {
    var text = head("") + "    hit: first\n    rows:\n"
    for row in rows.indices {
      // Every other row answers otherwise, so that overlaps have to be declared.
      let overrides = row > 0 ? ", overrides: [earlier]" : ""
      text += "      - {id: r\(row), \(conditions(row, value))\(other)"
      text += "refuse: \(row % 2 == 0 ? "no" : "never")\(overrides)}\n"
    }
    return text + "      - {id: rest, refuse: no}\n"
  }

  var guards: String {
    let guards = rows.indices.map { row in
      "  - {id: g\(row), action: sign-in, \(conditions(row, "on"))refuse: never}\n"
    }
    return head("guards:\n" + guards.joined()) + "    rows: [{id: rest, refuse: no}]\n"
  }

  var impossible: String {
    let entries = rows.indices.map { "  - {\(conditions($0, "on"))because: never}\n" }
    return head("impossible:\n" + entries.joined()) + "    rows: [{id: rest, refuse: no}]\n"
  }

  /// One fact by all rows.
  var derived: String {
    let rows = rows.indices.map { "      - {id: d\($0), \(conditions($0, "on"))is: yes}\n" }
    return head(
      "facts:\n  any:\n    values: [yes, no]\n    hit: first\n    rows:\n" + rows.joined()
        + "      - {id: rest, is: no}\n")
      + "    rows: [{id: a, any: yes, refuse: no}, {id: b, any: no, refuse: never}]\n"
  }

  /// One fact a row, all of them used by the table.
  var manyDerived: String {
    var facts = "facts:\n"
    for row in rows.indices {
      facts += "  d\(row):\n    values: [yes, no]\n    hit: first\n    rows:\n"
      facts += "      - {id: d, \(conditions(row, "on"))is: yes}\n      - {id: rest, is: no}\n"
    }
    var text = head(facts) + "    hit: first\n    rows:\n"
    for row in rows.indices {
      let overrides = row > 0 ? ", overrides: [earlier]" : ""
      text += "      - {id: r\(row), d\(row): yes, refuse: \(row % 2 == 0 ? "no" : "never")"
      text += overrides + "}\n"
    }
    return text + "      - {id: rest, refuse: no}\n"
  }
}
