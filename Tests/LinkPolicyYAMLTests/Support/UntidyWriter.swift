import LinkPolicyTestSupport

/// Writes random valid documents in as untidy a way as the grammar allows.
struct UntidyWriter {
  private var generator: SeededGenerator
  private var text = ""
  private var comments = 0

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  mutating func document() -> [UInt8] {
    text = ""
    ownLines(0)
    block(indent: 0, depth: 0)
    ownLines(0)
    return Array(text.utf8)
  }

  private mutating func chance(_ one: Int) -> Bool { generator.below(one) == 0 }

  private mutating func pick(_ choices: [String]) -> String {
    choices[generator.below(choices.count)]
  }

  private mutating func comment() -> String {
    comments += 1
    return "# c\(comments) " + pick(["", "é", "# x", "a: [b", "\"", "- y"])
  }

  private mutating func ownLines(_ indent: Int) {
    while chance(4) {
      text += chance(2) ? "\n" : pad(generator.below(indent + 3)) + comment() + "\n"
    }
  }

  private mutating func endLine() {
    text += chance(4) ? pick([" ", "   "]) + comment() + "\n" : pick(["", "  "]) + "\n"
  }

  private func pad(_ count: Int) -> String { String(repeating: " ", count: count) }

  private mutating func scalar() -> String {
    pick([
      "a", "bb", "trusted", "long-word-that-takes-room", "'it''s'", "\"q\\\"\\n\"", "é ü", "on",
      "''", "a b", "x#y", "'[no]'", "1_0", "some-other-quite-long-word-to-fill-lines", "-1", "a:b",
    ])
  }

  private mutating func block(indent: Int, depth: Int) {
    let isMap = chance(2)
    for index in 0...generator.below(5) {
      if index > 0 { ownLines(indent) }
      text += pad(indent) + (isMap ? pick(["k", "'k", "do"]) : "-")
      if isMap {
        let isQuoted = text.hasSuffix("'k")
        text += "\(index)" + (isQuoted ? "'" : "") + ":"
      }
      let kind = depth > 3 ? 1 + generator.below(2) : generator.below(4)
      switch kind {
      case 0:
        endLine()
        ownLines(indent)
        block(indent: indent + 1 + generator.below(4), depth: depth + 1)
      case 1:
        text += pick([" ", "   "]) + scalar()
        endLine()
      case 2:
        text += " "
        flow(indent: indent, depth: depth)
        endLine()
      default:
        isMap ? endLine() : row(indent: indent)
      }
    }
  }

  private mutating func row(indent: Int) {
    var entries = ["id: " + scalar()]
    for key in ["address", "provider", "domain"] where !chance(3) {
      entries.append(key + ": " + scalar())
    }
    if chance(6) { entries.shuffle(using: &generator) }
    entries.append(pick(["do: [a, b: c]", "refuse: some-error-of-some-length", "is: x"]))
    text += " {" + entries.joined(separator: ", ") + "}"
    endLine()
  }

  private mutating func gap(_ indent: Int) {
    if chance(8) {
      text += (chance(3) ? " " + comment() : "") + "\n"
      ownLines(indent)
      text += pad(indent + 1)
    } else {
      text += pick(["", " ", "  "])
    }
  }

  private mutating func flow(indent: Int, depth: Int) {
    let isMap = chance(2)
    text += isMap ? "{" : "["
    gap(indent)
    let count = generator.below(5)
    for index in 0..<count {
      if isMap || chance(5) {
        text += pick(["k", "do", "refuse"]) + "\(index): "
      }
      if depth < 5, chance(3) {
        flow(indent: indent, depth: depth + 1)
      } else {
        text += scalar()
      }
      gap(indent)
      if index < count - 1 { text += "," }
      gap(indent)
    }
    text += isMap ? "}" : "]"
  }
}
