internal import LinkPolicy
package import LinkPolicyDiagnostics

extension MutationReport {
  /// The report as text.
  package var text: TerminalText {
    var text = TerminalText()
    for entry in likely {
      text += self.text(of: entry) + "\n"
    }
    if let line: TerminalText = unusedLine() {
      text += line + "\n\n"
    }
    let width = operators.reduce(8) { max($0, $1.name.utf8.count) }
    func line(_ name: String, _ cells: [String]) -> TerminalText {
      var line = name + String(repeating: " ", count: width - name.utf8.count)
      for cell in cells {
        line += String(repeating: " ", count: max(1, 12 - cell.utf8.count)) + cell
      }
      return "\(line)\n"
    }
    text += line("operator", ["mutants", "killed", "equivalent", "survived", "refused"])
    for (name, counts) in operators {
      text += line(name, counts.numbers.map { String($0) })
    }
    text += line("all", total.numbers.map { String($0) })
    return text + "\n\(summary())\n"
  }

  /// One line about it all.
  package func summary<Format: OutputFormat>() -> OutputText<Format> {
    if total.mutants == 0 {
      return "\(policy): no edit makes a mutant: zero mutants are a failure"
    }
    var text: OutputText<Format> = "\(policy): \(total.mutants) mutants: "
    text += "\(total.killed) killed by \(vectors) vectors through \(situations) situations, "
    text += "\(total.equivalent) proved equivalent, \(total.survived) survive"
    if searched > 0 {
      text += "; vectors found for \(shown) of the \(searched) looked at"
    }
    return text
  }

  private func text(of entry: Entry) -> TerminalText {
    let mutant = entry.mutant
    var text: TerminalText = "SURVIVED \(mutant.id)\n"
    if let kinds = kindWords(of: entry.survivor) {
      text += "  \(kinds)\n"
    }
    text += "  \(sources.describe(mutant.position)): \(entry.survivor.summary)\n"
    if let line = excerpt(of: mutant) {
      text += "    \(line)\n"
    }
    if let cell = words(for: entry.survivor) {
      text += "  first changed where \(cell)\n"
    }
    text += "  vectors through what changes: \(entry.survivor.played)\n"
    if let witness = entry.witness {
      text += "  noticed by: \(String(decoding: witness, as: UTF8.self))\n"
    } else if entry.isSearched {
      text += "  no vector was found that would notice it\n"
    }
    return text
  }

  /// The kinds of changes in words; nil where none is known.
  func kindWords(of survivor: Survivor) -> String? {
    survivor.kinds.isEmpty
      ? nil : survivor.kinds.map { $0.rawValue }.joined(separator: ", ")
  }

  /// The changed cell in words.
  func words(for survivor: Survivor) -> String? {
    guard let cell = survivor.cell else { return nil }
    var words = survivor.table.map { $0.text + " | " } ?? ""
    words += cell.map { $0.fact.text + ": " + $0.value.text }.joined(separator: ", ")
    return words
  }

  /// The line of the policy that a mutant edits, without leading space.
  func excerpt(of mutant: Mutant) -> String? {
    let position = mutant.position
    guard sources.files.indices.contains(position.file) else { return nil }
    let lines = sources.files[position.file].bytes.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.indices.contains(position.line - 1) else { return nil }
    let line = lines[position.line - 1].drop { $0 == UInt8(ascii: " ") }
    return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
  }
}

extension MutationReport.Counts {
  /// The counts in the order of the headings.
  var numbers: [Int] {
    [mutants, killed, equivalent, survived, refused]
  }
}
