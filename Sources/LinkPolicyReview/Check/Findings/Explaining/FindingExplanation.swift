package import LinkPolicyDiagnostics

/// What a finding's code means, why it matters and what to do, with a policy that has the finding.
package struct FindingExplanation: Sendable {
  /// The code.
  package var code: DiagnosticCode
  /// The level it has where the policy's file says nothing else.
  package var level: Diagnostic.Level
  /// What it means.
  package var meaning: String
  /// Why it matters.
  package var matter: String
  /// What to do.
  package var remedy: String
  /// A policy that has the finding; empty where no file can have it.
  package var example: [UInt8]
  /// The example in words, where its text cannot well be shown.
  package var exampleWords: String?

  init(
    _ code: DiagnosticCode, _ level: Diagnostic.Level, _ meaning: String,
    matter: String, remedy: String, example: String
  ) {
    self.code = code
    self.level = level
    self.meaning = meaning
    self.matter = matter
    self.remedy = remedy
    self.example = Array(example.utf8)
  }

  /// The explanation of an error.
  init(
    _ code: DiagnosticCode, _ meaning: String, matter: String, remedy: String, example: String
  ) {
    self.init(code, .error, meaning, matter: matter, remedy: remedy, example: example)
  }

  /// The same with an example that is told in words.
  func showing(_ words: String, _ bytes: [UInt8]? = nil) -> FindingExplanation {
    var explanation = self
    explanation.exampleWords = words
    explanation.example = bytes ?? example
    return explanation
  }

  /// The explanation as text for people, ending with a line feed.
  package var text: TerminalText {
    let word: TerminalText =
      switch level {
      case .note: "note"
      case .warning: "warning"
      case .error: "error"
      }
    var text: TerminalText = "\(code.name) (\(word))\n\n\(meaning)\n\n\(matter)\n\n"
    text += "\(remedy)\n\nExample:\n\n"
    let shown = exampleWords ?? String(decoding: example, as: UTF8.self)
    for line in shown.split(separator: "\n", omittingEmptySubsequences: false)
    where !line.isEmpty {
      text += "  \(String(line))\n"
    }
    return text
  }
}
