internal import CLinkPolicyResources
internal import LinkPolicy
internal import LinkPolicyJSON
internal import LinkPolicyPresets

/// The keys and the words that are valid at each place of a policy, from the schema of policy files.
///
/// The schema is the single source of keys, words and descriptions; tests compare the schema with the readers.
struct PolicySchema: Sendable {
  /// The schema of this version.
  static let current = PolicySchema()

  private let root: JSONValue
  private let definitions: JSONValue

  private init() {
    let text = SchemaTemplate(unsafe [UInt8](linkpolicy_schema(.policy))).bytes
    do throws(InvalidInput) {
      root = try JSONDocument(text, name: "schema").root
    } catch {
      preconditionFailure("the schema of policies is JSON")
    }
    definitions = root["$defs"] ?? .null
  }

  /// A valid key of a map, with its description.
  struct SchemaKey {
    let name: Name
    /// The description of the key.
    let description: String?
  }

  /// Returns the valid keys of the map at a path.
  func keys(at path: TextPath, extending: Bool) -> [SchemaKey] {
    let nodes = nodes(at: path, extending)
    var keys: [SchemaKey] = []
    for node in nodes {
      for member in node["properties"]?.members ?? [] {
        if !isForbidden(member.key, in: nodes), !keys.contains(where: { $0.name == member.key }) {
          let values = nodes.compactMap { $0["properties"]?[member.keyText] }
          keys.append(SchemaKey(name: member.key, description: description(of: values, extending)))
        }
      }
    }
    return keys
  }

  /// Returns the engine's words that are valid at a path.
  func words(at path: TextPath) -> [Name] {
    var words: [Name] = []
    for node in nodes(at: path, false) + nodes(at: path, true) {
      for value in node["enum"]?.elements ?? [] {
        let word = value.string ?? value.number.map { Name(bytes: Array($0.text)) }
        if let word = word ?? value.bool.map({ $0 ? "true" : "false" }), !words.contains(word) {
          words.append(word)
        }
      }
    }
    return words
  }

  /// Returns the description of the key at a path; nil if the path does not end in a key with a description.
  func description(at path: TextPath, extending: Bool) -> String? {
    guard let key = path.last?.name else { return nil }
    let values = nodes(at: path.dropLast(), extending).compactMap { $0["properties"]?[key.text] }
    return description(of: values, extending)
  }

  private func description(of values: [JSONValue], _ extending: Bool) -> String? {
    for value in values {
      if let text = value["description"]?.text { return text }
    }
    // A reference without a description has the description of its target.
    for value in values {
      if let target = value["$ref"].flatMap({ self.target(of: $0) }),
        let text = target["description"]?.text
      {
        return text
      }
    }
    return nil
  }

  /// Returns the schemas that apply at a path, with all references resolved.
  private func nodes(at path: some Sequence<PathStep>, _ extending: Bool) -> [JSONValue] {
    var nodes = expanded(root, extending)
    for step in path {
      var next: [JSONValue] = []
      switch step {
      case .item:
        next = nodes.compactMap { $0["items"] }
      case .key(let key):
        guard !isForbidden(key, in: nodes) else { return [] }
        for node in nodes {
          if let property = node["properties"]?[key.text] {
            next.append(property)
          } else if let other = node["additionalProperties"], other.isObject {
            next.append(other)
          }
        }
      }
      nodes = next.flatMap { expanded($0, extending) }
    }
    return nodes
  }

  private func isForbidden(_ key: Name, in nodes: [JSONValue]) -> Bool {
    nodes.contains { $0["properties"]?[key.text]?.bool == false }
  }

  /// Returns a schema and the schemas that it contains or refers to, such as the members of `allOf`.
  private func expanded(_ node: JSONValue, _ extending: Bool) -> [JSONValue] {
    guard node.isObject else { return [] }
    var nodes = [node]
    var parts: [JSONValue] = []
    if let target = node["$ref"].flatMap({ target(of: $0) }) {
      parts.append(target)
    }
    for key in ["allOf", "anyOf", "oneOf"] {
      parts += node[key]?.elements ?? []
    }
    // Only the condition on `extends` is evaluated. Any other condition may change while the user types, so both its
    // branches count.
    let isAboutBase = node["if"]?["required"]?.elements?.first?.isString("extends") ?? false
    for (key, isSo) in [("then", true), ("else", false)] where !isAboutBase || isSo == extending {
      if let part = node[key] {
        parts.append(part)
      }
    }
    for part in parts {
      nodes += expanded(part, extending)
    }
    return nodes
  }

  private func target(of reference: JSONValue) -> JSONValue? {
    reference.text.flatMap { definitions[String($0.dropFirst("#/$defs/".count))] }
  }
}
