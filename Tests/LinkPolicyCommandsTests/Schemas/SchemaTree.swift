import LinkPolicy
import LinkPolicyJSON

/// A schema, and what its parts allow.
struct SchemaTree {
  let root: JSONValue

  /// The ways in which a value can be what a schema says; none where it leads back to itself.
  func shapes(_ schema: JSONValue, below definitions: Set<String> = []) -> [SchemaShape] {
    guard schema.isObject else { return [SchemaShape(definitions)] }
    var shapes = [SchemaShape(schema, definitions)]
    func join(_ others: [SchemaShape]) {
      shapes = shapes.flatMap { shape in others.map { shape.joined($0) } }
    }
    if let name = schema["$ref"]?.text?.dropFirst("#/$defs/".count) {
      // Of the conditions on a fact there are references of their own.
      let parts = name.split(separator: "/").map { String($0) }
      guard !definitions.contains(String(name)),
        let target = parts.reduce(root["$defs"], { $0?[$1] })
      else { return [] }
      join(self.shapes(target, below: definitions.union([String(name)])))
    }
    for part in schema["allOf"]?.elements ?? [] {
      join(self.shapes(part, below: definitions))
    }
    for key in ["anyOf", "oneOf"] {
      if let parts = schema[key]?.elements {
        join(parts.flatMap { self.shapes($0, below: definitions) })
      }
    }
    if let condition = schema["if"] {
      join(
        chosen(condition, true, schema["then"], definitions)
          + chosen(condition, false, schema["else"], definitions))
    }
    return shapes
  }

  /// The shapes where a condition holds, or where it does not.
  private func chosen(
    _ condition: JSONValue, _ holds: Bool, _ branch: JSONValue?, _ definitions: Set<String>
  ) -> [SchemaShape] {
    let keys = (condition["required"]?.elements ?? []).compactMap { $0.text }
    let branches = branch.map { shapes($0, below: definitions) } ?? [SchemaShape(definitions)]
    return branches.map { branch in
      var shape = branch
      if holds {
        shape = shape.joined(SchemaShape(condition, definitions))
      } else {
        shape.forbidden.formUnion(keys)
      }
      return shape
    }
  }

  /// Where in the schema objects stand that have keys.
  var objects: Set<Int> {
    var objects: Set<Int> = []
    Self.visit(root) { value in
      if let properties = value["properties"], properties.isObject {
        objects.insert(properties.offset)
      }
    }
    return objects
  }

  /// Hands on a value and everything in it.
  static func visit(_ value: JSONValue, _ each: (JSONValue) -> Void) {
    each(value)
    for member in value.members ?? [] { visit(member.value, each) }
    for element in value.elements ?? [] { visit(element, each) }
  }

  /// A value that has no more than it must; nil where a schema allows none that can be made.
  func sample(_ schema: JSONValue) -> JSONValue? {
    for shape in shapes(schema) {
      if let value = sample(of: shape) { return value }
    }
    return nil
  }

  /// A value of a shape that has no more than it must, and is not null.
  func sample(of shape: SchemaShape) -> JSONValue? {
    if let values = shape.values { return values.first { !$0.isNull } }
    if shape.isObject { return object(shape) }
    if shape.isArray {
      let item = shape.atLeast > 0 ? shape.items.flatMap { sample($0) } : nil
      return JSONValue(
        .array(Array(repeating: item ?? Self.text("u1"), count: shape.atLeast)))
    }
    switch shape.types?.first {
    case "string", nil: return Self.text(matching: shape.patterns)
    case "integer", "number": return JSONValue(.number(JSONNumber(1)))
    case "boolean": return JSONValue(.bool(true))
    default: return nil
    }
  }

  private func object(_ shape: SchemaShape) -> JSONValue {
    var members: [JSONMember] = []
    for (key, schema) in shape.properties
    where shape.required.contains(key) || members.count < shape.atLeast {
      if let value = sample(schema) {
        members.append(JSONMember(Name(key), value))
      }
    }
    if members.count < shape.atLeast, let others = shape.others, let value = sample(others) {
      members.append(JSONMember(Name(Self.freeKey), value))
    }
    return JSONValue(.object(members))
  }

  /// A key where any may be; what the policy that is extended calls its tables and facts.
  static let freeKey = "reset"

  private static func text(_ text: String) -> JSONValue { JSONValue(.string(Name(text))) }

  /// Words, one of which every pattern of the schemas matches.
  private static let words = [
    "u1", "s1", "last", "reset", "2030-01-01", "1.0.0", "cases.jsonl", "index.json",
    String(repeating: "0", count: 64),
  ]

  private static func text(matching patterns: [String]) -> JSONValue? {
    let expressions = patterns.compactMap { try? Regex($0) }
    guard expressions.count == patterns.count else { return nil }
    return words.first { word in expressions.allSatisfy { word.contains($0) } }.map { text($0) }
  }
}
