import LinkPolicy
import LinkPolicyJSON
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
  private static let single: Set<String> = ["not", "drop", "send-code", "set", "code-mailed"]

  @Test("keys", arguments: SchemaReader.allCases)
  func keys(reader: SchemaReader) throws {
    var places: [String: [(shape: SchemaShape, known: Set<String>)]] = [:]
    var problems: Set<String> = []
    for place in try Self.tree(reader.rawValue).places() where place.shape.isObject {
      let shape = place.shape
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
    #expect(problems.isEmpty, "\(problems.sorted().joined(separator: "\n"))")
    #expect(places.count > 10 || reader == .suite || reader == .runner, "\(places.count)")
  }

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
    return "the schema alone has \(keys.subtracting(known).sorted()), the reader alone \(known.subtracting(keys).sorted())"
  }
}
