internal import LinkPolicy
package import LinkPolicyTesting

extension MutationReport {
  /// The report as Markdown.
  package var markdown: MarkdownText {
    var text: MarkdownText = "# Mutants of \(policy)\n\n\(summary())\n\n"
    text += "| operator | mutants | killed | equivalent | survived | refused |\n"
    text += "|---|---:|---:|---:|---:|---:|\n"
    for (name, counts) in operators {
      text += Self.row(MarkdownText(name), counts)
    }
    text += Self.row("**all**", total)
    guard !survivors.isEmpty else { return text }
    text += "\n## Survivors\n\n"
    for entry in likely {
      let place = sources.describe(entry.mutant.position)
      text += "- \(entry.mutant.id) at \(place): \(entry.survivor.summary, limit: 400)\n"
      if let kinds = kindWords(of: entry.survivor) {
        text += "  - \(kinds)\n"
      }
      if let cell = words(for: entry.survivor) {
        text += "  - first changed where \(cell, limit: 400)\n"
      }
      if let witness = entry.witness {
        text += "  - noticed by\n" + MarkdownText(json: witness, indent: "    ")
      } else if entry.isSearched {
        text += "  - no vector was found that would notice it\n"
      }
    }
    if let line: MarkdownText = unusedLine() {
      text += "\n" + line + "\n"
    }
    return text
  }

  private static func row(_ name: MarkdownText, _ counts: Counts) -> MarkdownText {
    MarkdownText(row: [name] + counts.numbers.map { "\($0)" })
  }
}
