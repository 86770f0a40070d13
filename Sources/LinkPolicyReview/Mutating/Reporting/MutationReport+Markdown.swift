internal import LinkPolicy

extension MutationReport {
  /// The report as Markdown.
  package var markdown: String {
    var text = "# Mutants of " + policy + "\n\n" + summary + "\n\n"
    text += "| operator | " + Self.headings.joined(separator: " | ") + " |\n"
    text += "|---|" + String(repeating: "---:|", count: Self.headings.count) + "\n"
    for (name, counts) in operators {
      text += "| " + name + " | " + counts.cells.joined(separator: " | ") + " |\n"
    }
    text += "| **all** | " + total.cells.joined(separator: " | ") + " |\n"
    guard !survivors.isEmpty else { return text }
    text += "\n## Survivors\n\n"
    for entry in survivors {
      text += "- `" + entry.mutant.id + "` at " + sources.describe(entry.mutant.position) + ": "
      text += entry.survivor.summary + "\n"
      if let cell = words(for: entry.survivor) {
        text += "  - first changed where " + cell + "\n"
      }
      if let killer = entry.killer {
        text += "  - noticed by `" + String(decoding: killer, as: UTF8.self) + "`\n"
      }
    }
    return text
  }
}
