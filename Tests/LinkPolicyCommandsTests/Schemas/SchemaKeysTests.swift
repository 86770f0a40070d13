import Foundation
import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyDiagnostics
import LinkPolicyJSON
import LinkPolicyProof
import LinkPolicyTestSupport
import LinkPolicyTesting
import Testing

@testable import LinkPolicyCommands
@testable import LinkPolicyYAML

/// Every object of every schema is given to the reader with a key that it cannot know; what the reader
/// then says that it knows is what the schema has.
@Suite("The keys and words of schemas are those of the readers")
struct SchemaKeysTests {
  static func tree(_ name: String) throws -> SchemaTree {
    let text = ToolRun("schema", name).output
    return SchemaTree(root: try JSONDocument(Array(text.utf8), name: name).root)
  }

  /// What stands in code in the help of a finding about a key or a value `9`; nil where there is none.
  static func known(_ findings: [Diagnostic], _ what: String) -> Set<String>? {
    guard let finding = findings.first(where: { $0.message.hasPrefix("unknown " + what + " `9`") }),
      let help = finding.help, !help.contains("…"), !help.hasPrefix("did you mean")
    else { return nil }
    let words = help.split(separator: "`", omittingEmptySubsequences: false)
    return Set(words.indices.filter { $0 % 2 == 1 }.map { String(words[$0]) })
  }

  /// Objects of a single key, which readers do not list: they say what they expect instead.
  private static let single: Set<String> = [
    "not", "drop", "send-code", "set", "set-identifier", "clear-identifier", "code-mailed",
  ]

  @Test("keys", arguments: SchemaReader.allCases)
  func keys(reader: SchemaReader) throws {
    var places: [String: [(shape: SchemaShape, known: Set<String>)]] = [:]
    var problems: Set<String> = []
    let tree = try Self.tree(reader.rawValue)
    var objects = tree.objects
    for place in tree.places() where place.shape.isObject {
      let shape = place.shape
      objects.subtract(shape.objects)
      let own = Set(shape.properties.map { $0.key })
      // Whatever has a key of its own choice has no keys to compare.
      guard !own.isEmpty, !place.isWrittenByTheTool else { continue }
      guard shape.isClosed else {
        if let problem = open(place, own) { problems.insert(place.path + ": " + problem) }
        continue
      }
      let findings = reader.findings(place.document(adding: "9"))
      if var known = Self.known(findings, "key") {
        // Some are asked for beside others alone.
        if let full = place.full, let more = Self.known(reader.findings(full), "key") {
          known.formUnion(more)
        }
        if reader == .policy, place.path.isEmpty {
          // It is carried out before the keys of what it comes to are asked for.
          known.insert("extends")
        }
        places[place.path, default: []].append((shape, known))
      } else if own.count == 1, own.isSubset(of: Self.single) {
        if findings.count <= reader.findings(place.document(place.sample)).count {
          problems.insert(place.path + ": the reader takes a key beside `\(own.first ?? "")`")
        }
      } else {
        let found = findings.map { $0.message + " " + ($0.help ?? "") }
        problems.insert(place.path + ": the reader does not say what it knows, but \(found)")
      }
    }
    for (path, alternatives) in places {
      problems.formUnion(Self.differences(alternatives).map { path + ": " + $0 })
    }
    #expect(objects.isEmpty, "not reached, by their places in the schema")
    #expect(problems.isEmpty, "\(problems.sorted().joined(separator: "\n"))")
  }

  @Test("words", arguments: SchemaReader.allCases)
  func words(reader: SchemaReader) throws {
    let places = try Self.tree(reader.rawValue).places().filter { !$0.isWrittenByTheTool }
    var words: [String: Set<String>] = [:]
    for place in places {
      let texts = (place.shape.values ?? []).compactMap { $0.text }
      if !texts.isEmpty { words[place.path, default: []].formUnion(texts) }
    }
    var problems: Set<String> = []
    for place in places {
      guard let own = words[place.path], place.shape.values != nil else { continue }
      let findings = reader.findings(place.document(JSONValue(.string("9"))))
      let said = findings.map { $0.message + " " + ($0.help ?? "") }
      if let known = Self.known(findings, "value") {
        if known != own {
          problems.insert(
            "\(place.path): the schema has \(own.sorted()), the reader \(known.sorted())")
        }
      } else if own.count == 1, let word = own.first {
        // Such as that of a version: it stands in what is said.
        if !said.contains(where: { $0.contains(word + "`") }) {
          problems.insert("\(place.path): of a word other than \(word) is said \(said)")
        }
      } else if !Self.declared.contains(own) {
        problems.insert(
          "\(place.path): nothing declares \(own.sorted()), and of another is said \(said)")
      }
    }
    #expect(problems.isEmpty, "\(problems.sorted().joined(separator: "\n"))")
    // The words of a map are keys.
    #expect(words.isEmpty == (reader == .map))
  }

  @Test("no declared set is written by hand, and each that a template names is declared")
  func templates() {
    for subject in SchemaCommand.SchemaSubject.allCases {
      guard case .template(let bytes) = subject.source else { continue }
      let template = String(decoding: bytes, as: UTF8.self)
      for list in template.matches(of: /"enum":\s*\[([^\]]*)\]/) {
        let words = list.output.1.split(separator: "\"", omittingEmptySubsequences: false)
        let own = Set(words.indices.filter { $0 % 2 == 1 }.map { String(words[$0]) })
        #expect(own.count < 2 || !Self.declared.contains(own), "\(subject): \(own.sorted())")
      }
      #expect(template.contains("\"@words\": "), "\(subject)")
      let filled = ToolRun("schema", subject.rawValue).output
      #expect(!filled.contains("\"@"), "\(subject)")
    }
  }

  /// What no reader reads has no words but those that are declared, and these.
  @Test func answers() throws {
    let own: Set<Set<String>> = [["allowed", "refused"], ["address-ignored"]]
    SchemaTree.visit(try Self.tree("answer").root) { value in
      guard let values = value["enum"]?.elements else { return }
      let words = Set(values.compactMap { $0.text })
      #expect(own.contains(words) || Self.declared.contains(words), "\(words.sorted())")
    }
  }

  /// The readers whose keys no schema has.
  private static let withoutSchema = [
    "FirebaseExport.swift":
      "a file in Firebase's format, which this project does not define; Docs/Doctor.md lists the keys that are read",
    "KnownFailures.swift":
      "a list of known failures: entries have the keys of `known` in a case, a case's id and a runner",
  ]

  /// The folders of the readers that are held against a schema here.
  private static let withSchema = [
    "LinkPolicyYAML/Policies", "LinkPolicyJSON/Requests", "LinkPolicyJSON/Model",
    // A shape generates the schema of every object that it reads.
    "LinkPolicyJSON/Shapes",
    "LinkPolicyTesting/Vectors",
  ]

  @Test("whatever reads an object key by key has a schema, or a reason for having none")
  func readers() throws {
    let sources = Project.file("Sources")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
      .filter { $0.hasSuffix(".swift") }
    var without: Set<String> = []
    var folders: Set<String> = []
    for path in paths {
      let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
      guard text.contains(/= (JSONObjectReader|MapReader)\(/) else { continue }
      let folder = path.split(separator: "/").dropLast().joined(separator: "/")
      if Self.withSchema.contains(folder) {
        folders.insert(folder)
      } else {
        without.insert(String(path.split(separator: "/").last ?? ""))
      }
    }
    #expect(without == Set(Self.withoutSchema.keys))
    #expect(folders.count >= Self.withSchema.count - 1)
  }

  /// The closed sets that schemas are filled from.
  private static let declared: Set<Set<String>> = {
    let sets = SchemaTemplate.sets.merging(SchemaCommand.sets) { own, _ in own }
    let facts = FactDescription.all.flatMap { fact in
      let values = fact.values.map { $0.text }
      // A condition may also name several values at once.
      return [values, values + fact.collectives.map { $0.word.text }]
    }
    return Set((sets.values + facts + [AnswerKey.words, ProofSwitch.words]).map { Set($0) })
  }()

  /// What a schema and its reader do not have in common at one place.
  ///
  /// A reader that tells alternatives apart by their keys asks each of them for those of the others.
  private static func differences(
    _ alternatives: [(shape: SchemaShape, known: Set<String>)]
  ) -> Set<String> {
    var differences: Set<String> = []
    for (shape, known) in alternatives {
      let own = Set(shape.properties.map { $0.key })
      var allowed = own
      for (other, otherKnown) in related(shape, alternatives) {
        allowed.formUnion(other.required)
        if otherKnown == known {
          allowed.formUnion(other.properties.map { $0.key })
        }
      }
      let missing = (own.subtracting(known).sorted(), known.subtracting(allowed).sorted())
      if !missing.0.isEmpty || !missing.1.isEmpty {
        differences.insert("the schema alone has \(missing.0), the reader alone \(missing.1)")
      }
    }
    return differences
  }

  /// The alternatives whose reader asks for what marks a shape, and those that are related to one of them.
  private static func related(
    _ shape: SchemaShape, _ alternatives: [(shape: SchemaShape, known: Set<String>)]
  ) -> [(shape: SchemaShape, known: Set<String>)] {
    var related: [(shape: SchemaShape, known: Set<String>)] = []
    var marks = [shape.required]
    var rest = alternatives
    while let next = rest.firstIndex(where: { other in
      marks.contains { !$0.subtracting(other.shape.required).isDisjoint(with: other.known) }
    }) {
      marks.append(rest[next].shape.required)
      related.append(rest.remove(at: next))
    }
    return related
  }

  /// What is wrong with the keys of an object whose others are conditions.
  private func open(_ place: SchemaPlace, _ own: Set<String>) -> String? {
    guard place.shape.others != nil else { return "it takes other keys, and says nothing of them" }
    let facts = Set(FactDescription.all.map { $0.name.text })
    guard facts.isSubset(of: own) else { return "it lacks facts" }
    let keys = own.union(place.shape.forbidden).subtracting(facts).subtracting(["given"])
    let (row, impossible, invariant) = SchemaReader.keysBesideConditions
    let known: Set<String> =
      switch place.path.split(separator: "/").last {
      case "given", "proof": []
      case _ where place.path.hasPrefix("/impossible/"): impossible
      case _ where place.path.hasPrefix("/invariants/"): invariant
      default: row
      }
    guard keys != known else { return nil }
    return
      "the schema alone has \(keys.subtracting(known).sorted()), the reader alone \(known.subtracting(keys).sorted())"
  }
}
