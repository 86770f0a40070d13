import Foundation
import LinkPolicy
package import LinkPolicyAuthoring
import LinkPolicyYAML

/// The small policies that are compared with brute force.
package enum Sketches {
  package static let all = [
    "better-auth", "explicit-link", "reset-with-code", "supabase", "tenant-restriction",
    "unrelated",
  ]
  /// Those whose sequences are few enough to be tried one by one.
  package static let tiny = ["better-auth", "reset-with-code", "tenant-restriction"]

  package static func policy(_ name: String) throws -> CompiledPolicy {
    try CompiledPolicy(yamlFile: path(name))
  }

  /// Returns a sketch with edits of its text; each must apply.
  package static func edited(
    _ name: String, _ edits: [(old: String, new: String)]
  ) throws -> CompiledPolicy {
    try CompiledPolicy(yaml: Array(text(name, edits).utf8), name: name + ".yaml")
  }

  /// Returns the text of a sketch with edits; each must apply.
  package static func text(_ name: String, _ edits: [(old: String, new: String)]) throws -> String {
    var text = try String(contentsOfFile: path(name), encoding: .utf8)
    for edit in edits {
      guard text.contains(edit.old) else { throw EditError(old: edit.old) }
      text = text.replacing(edit.old, with: edit.new)
    }
    return text
  }

  /// Edits of the sketch `identifiers` that allow a sign-in to search names before addresses: no name links an
  /// account while somebody else holds the asserted address.
  package static let addressesOfOthersRefused: [(old: String, new: String)] = [
    (
      "setting.matching: by-name,\n         same-provider: none, do:",
      "setting.matching: by-name,\n         address: [absent, free, own], same-provider: none, do:"
    ),
    (
      "      - {id: another, ",
      "      - {id: held, credential: new, identifier.username: own, setting.matching: by-name,\n"
        + "         address: taken, same-provider: none, refuse: in-use}\n      - {id: another, "
    ),
  ]

  /// A text that a sketch does not contain.
  package struct EditError: Error {
    package let old: String
  }

  /// The file of a sketch, which stands in the suite that plays it.
  package static func path(_ name: String) -> String {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let suite = name == "unrelated" ? "unrelated" : "sketches"
    return "/" + root + "/vectors/" + suite + "/policies/" + name + ".yaml"
  }
}
