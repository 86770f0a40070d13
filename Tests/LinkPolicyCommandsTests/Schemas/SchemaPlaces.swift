import LinkPolicy
import LinkPolicyJSON

/// A place in the documents that a schema describes, in one of its shapes.
struct SchemaPlace {
  /// The keys that lead there; `[]` for an element, `*` for a key that is free.
  let path: String
  let shape: SchemaShape
  /// A value of the shape.
  let sample: JSONValue
  /// The document that has a value in this place, and little else.
  let document: (JSONValue) -> JSONValue
  /// The document with every key that may be at this place, and `9`; nil where no such is made.
  let full: JSONValue?

  /// Whether it is in a line that the tool writes to an implementation, and no reader reads.
  var isWrittenByTheTool: Bool { document(sample)["cmd"] != nil }

  /// The document with a member more at this place.
  func document(adding key: String, _ value: JSONValue = JSONValue(.string("9"))) -> JSONValue {
    document(sample.setting(key, to: value))
  }
}

extension SchemaTree {
  /// Every place of the documents, each in every shape that it can have.
  func places() -> [SchemaPlace] {
    var places: [SchemaPlace] = []
    visit(root, "", [], { $0 }, &places)
    return places
  }

  private func visit(
    _ schema: JSONValue, _ path: String, _ definitions: Set<String>,
    _ document: @escaping (JSONValue) -> JSONValue, _ places: inout [SchemaPlace]
  ) {
    for shape in shapes(schema, below: definitions) {
      guard let sample = sample(of: shape) else { continue }
      let keys = shape.isObject ? shape.properties : []
      let all = keys.reduce(sample) { object, member in
        self.sample(member.schema).map { object.setting(member.key, to: $0) } ?? object
      }
      places.append(
        SchemaPlace(
          path: path, shape: shape, sample: sample, document: document,
          full: keys.isEmpty ? nil : document(all.setting("9", to: JSONValue(.string("9"))))))
      if shape.values == nil, shape.isObject {
        for (key, schema) in shape.properties {
          visit(
            schema, path + "/" + key, shape.definitions,
            { document(sample.setting(key, to: $0)) }, &places)
        }
        if let others = shape.others {
          visit(
            others, path + "/*", shape.definitions,
            { document(sample.setting(Self.freeKey, to: $0)) }, &places)
        }
      } else if shape.values == nil, let items = shape.items {
        visit(
          items, path + "/[]", shape.definitions, { document(JSONValue(.array([$0]))) }, &places)
      }
    }
  }
}

extension JSONValue {
  /// The object with a member in the place of that with the key, or behind the others.
  func setting(_ key: String, to value: JSONValue) -> JSONValue {
    var members = members ?? []
    let member = JSONMember(Name(key), value)
    if let place = members.firstIndex(where: { $0.isKey(key) }) {
      members[place] = member
    } else {
      members.append(member)
    }
    return JSONValue(.object(members))
  }
}
