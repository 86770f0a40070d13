import Foundation
import LinkPolicyJSON
import LinkPolicyTestSupport

@testable import LinkPolicyCommands

/// A policy and an edit of it, as commands are asked about them.
struct PolicyEdit {
  /// A text, and what stands in its place.
  typealias Change = (old: String, new: String)

  /// A change of a text that is not there once.
  struct NoSuchText: Error {
    let text: String
    let count: Int
  }

  private let scratch: Scratch
  /// The name or path of what was there before.
  let old: String
  /// The path of the edited policy.
  let new: String

  /// An overlay of a shipped policy.
  init(of name: String, adding overlay: String) throws {
    scratch = try Scratch()
    old = name
    new = try scratch.write(
      "new.yaml", Array("linkpolicy: 1\nname: edited\nextends: \(name)\n\(overlay)\n".utf8))
  }

  /// Changes of a text, in which each must be there once; the first ones are made in both policies.
  ///
  /// Without a text, of the small policy.
  init(_ changes: Change..., after first: [Change] = [], in text: String? = nil) throws {
    scratch = try Scratch()
    let before = try Self.changed(text ?? Self.small(), first)
    old = try scratch.write("old.yaml", Array(before.utf8))
    new = try scratch.write("new.yaml", Array(try Self.changed(before, changes).utf8))
  }

  private static func changed(_ text: String, _ changes: [Change]) throws -> String {
    var text = text
    for change in changes {
      let parts = text.components(separatedBy: change.old)
      guard parts.count == 2 else { throw NoSuchText(text: change.old, count: parts.count - 1) }
      text = parts.joined(separator: change.new)
    }
    return text
  }

  /// The small policy that the gate `gate` edits, with something of everything.
  static func small() throws -> String {
    try String(contentsOf: Project.file("Tests/Gates/Support/reviewed.yaml"), encoding: .utf8)
  }

  /// A shipped policy as a text that can be edited: without the digest that it states of itself.
  static func shipped(_ name: String) throws -> String {
    let file = Project.file("Sources/LinkPolicyPresets/Policies/\(name).yaml")
    return try String(contentsOf: file, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map { $0.hasPrefix("digest: ") ? "#" : $0 }.joined(separator: "\n")
  }

  /// Where a file beside them stands.
  func path(_ name: String) -> String { scratch.path(name) }

  /// What a file beside them holds.
  func text(_ name: String) throws -> String {
    String(decoding: try scratch.read(name), as: UTF8.self)
  }

  /// What `diff` says of both, as JSON.
  func difference(_ words: String...) throws -> JSONValue {
    try ToolRun(["diff", old, new, "--format", "json"] + words).json
  }

  /// Runs the vector of a witness under one of the policies.
  func play(_ witness: JSONValue, under policy: String) throws -> ToolRun {
    let vector = witness["vector"]?.line ?? []
    return ToolRun("test", try scratch.write("witness.jsonl", vector), "--policy", policy)
  }
}

extension ToolRun {
  /// What was written, read as JSON.
  var json: JSONValue {
    get throws { try JSONDocument(Array(output.utf8), name: "output").root }
  }
}

extension JSONValue {
  /// What is listed under a key; nothing where there is no list.
  func list(_ key: String) -> [JSONValue] { self[key]?.elements ?? [] }

  /// The kinds of a change, of a declaration or of a cause.
  var kinds: Set<String> { Set(list("kinds").compactMap { $0.text }) }

  /// The sequences of a difference for what has a kind.
  func witnesses(of kind: String) -> [JSONValue] {
    let boxes = list("changes").filter { $0.kinds.contains(kind) }.flatMap { $0.list("boxes") }
    let declarations = list("declarations").filter { $0.kinds.contains(kind) }
    return (boxes + declarations).compactMap { $0["witness"] }.filter { $0.isObject }
  }
}
