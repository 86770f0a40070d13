import Foundation
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicy

/// The table from effects to writes in Docs/Changes.md, against the templates of the effects.
@Suite("Documented effects")
struct DocumentedEffectsTests {
  /// One line of the table: the effects it is about, and the words in what it says they write.
  private struct Line {
    let effects: [EffectWord]
    let words: [String]
  }

  private static func codeWords(_ text: Substring) -> [String] {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }

  private static func lines() throws -> [Line] {
    let text = try String(contentsOf: Project.file("Docs/Changes.md"), encoding: .utf8)
    let heading = try #require(text.range(of: "## From effects to writes"))
    return text[heading.upperBound...].split(separator: "\n").filter { $0.hasPrefix("| ") }
      .compactMap { line in
        let cells = line.split(separator: "|")
        let effects = codeWords(cells[0]).compactMap { EffectWord(Name($0)) }
        return effects.isEmpty ? nil : Line(effects: effects, words: codeWords(cells[1]))
      }
  }

  private static func example(_ word: EffectWord) -> Effect {
    switch word.form {
    case .plain(let effect): effect
    case .kinds: .drop([.password])
    case .purpose: .sendCode(.verify)
    case .label: .setLabel(name: "tier", value: "gold")
    case .identifier(let isStored):
      isStored ? .setIdentifier("username") : .clearIdentifier("username")
    }
  }

  /// The words for what an effect writes, and for whom it tells.
  private static func words(_ effect: Effect) -> Set<String> {
    var words: Set<String> = []
    for template in effect.templates {
      words.insert(template.kind?.name.text ?? "owner")
      if case .putCode = template {
        words.insert("mail")
      }
    }
    return words
  }

  @Test func everyEffectIsThereOnce() throws {
    let documented = try Self.lines().flatMap { $0.effects }
    #expect(documented.count == Set(documented).count)
    #expect(Set(documented) == Set(EffectWord.allCases))
  }

  @Test func whatIsWrittenIsWhatIsSaid() throws {
    let lines = try Self.lines()
    for line in lines {
      let written = line.effects.reduce(into: Set<String>()) {
        $0.formUnion(Self.words(Self.example($1)))
      }
      var said: Set<String> = []
      for word in line.words {
        // A line can stand on another: "then as `replace-subject`".
        let others = lines.filter { other in
          EffectWord(Name(word)).map { other.effects.contains($0) } ?? false
        }
        let isWrite = WriteKind.allCases.contains { $0.name.text == word }
        if isWrite || word == "owner" || word == "mail" {
          said.insert(word)
        } else if let other = others.first {
          said.formUnion(
            other.words.filter { word in WriteKind.allCases.contains { $0.name.text == word } })
        }
      }
      #expect(said == written, "\(line.effects.map { $0.name })")
    }
  }
}
