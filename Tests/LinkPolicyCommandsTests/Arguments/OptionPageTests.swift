import Foundation
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyCommands

/// The tables of options in Docs/CommandLine.md, against the declarations that `--help` shows.
@Suite("The page of the command line has every option of every verb")
struct OptionPageTests {
  @Test("each verb with options has a row, which has these options and no others")
  func options() throws {
    let page = try String(contentsOf: Project.file("Docs/CommandLine.md"), encoding: .utf8)
    let described = Self.described(page)
    for (verb, options) in Self.declared {
      let row = described[verb] ?? []
      #expect(row == options, "\(verb): \(row.symmetricDifference(options).sorted())")
    }
    #expect(Set(described.keys).subtracting(Self.declared.keys).isEmpty)
  }

  @Test("an option that the page lacks, and one that a verb lacks, are noticed")
  func faults() throws {
    let page = try String(contentsOf: Project.file("Docs/CommandLine.md"), encoding: .utf8)
    let without = page.replacing("`--upgrade`", with: "upgrading")
    #expect(Self.described(without)["fmt"] != Self.declared["fmt"])
    let more = page.replacing("`--upgrade`", with: "`--upgrade`, `--downgrade`")
    #expect(Self.described(more)["fmt"] != Self.declared["fmt"])
  }

  /// The options by verb, as the help of each verb declares them.
  private static var declared: [String: Set<String>] {
    var helps = Verb.allCases.map { ($0.rawValue, $0.help) }
    helps += VectorsVerb.allCases.map { ("vectors " + $0.rawValue, $0.help) }
    helps += ImageVerb.allCases.map { ("image " + $0.rawValue, $0.help) }
    var options: [String: Set<String>] = [:]
    for (verb, help) in helps where !help.options.isEmpty {
      options[verb] = Set(help.options.flatMap { [$0.name, $0.short].compactMap { $0 } })
    }
    return options
  }

  /// Returns the options by verb, from the rows in the section on options whose first cell has verbs.
  private static func described(_ page: String) -> [String: Set<String>] {
    let section = page.components(separatedBy: "\n## Options\n").last ?? ""
    var options: [String: Set<String>] = [:]
    for line in (section.components(separatedBy: "\n## ").first ?? "").split(separator: "\n") {
      let cells = line.components(separatedBy: "|")
      guard cells.count == 4 else { continue }
      for verb in codes(cells[1]) where !verb.hasPrefix("-") {
        options[verb, default: []].formUnion(
          codes(cells[2]).filter { $0.hasPrefix("-") }.compactMap {
            $0.split(separator: " ").first.map { String($0) }
          })
      }
    }
    return options
  }

  /// Returns the texts between backquotes.
  private static func codes(_ cell: String) -> [String] {
    cell.components(separatedBy: "`").enumerated().filter { !$0.offset.isMultiple(of: 2) }.map {
      $0.element
    }
  }
}
