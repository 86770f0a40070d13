import LinkPolicy
import LinkPolicyJSON

/// One way in which a schema lets a value be: references followed, parts joined, alternatives chosen.
struct SchemaShape {
  var types: [String]?
  /// The values of an `enum`, or that of a `const`.
  var values: [JSONValue]?
  /// The keys that may be there, with their schemas.
  var properties: [(key: String, schema: JSONValue)] = []
  /// The keys that are named in order to be refused.
  var forbidden: Set<String> = []
  var required: Set<String> = []
  /// What other keys hold; nil where nothing is said of them.
  var others: JSONValue?
  /// Whether other keys are refused.
  var isClosed = false
  var items: JSONValue?
  var patterns: [String] = []
  var atLeast = 0
  /// Where in the schema the objects stand whose keys it has.
  var objects: Set<Int> = []
  /// The definitions that led here, so that what contains itself comes to an end.
  var definitions: Set<String>

  init(_ definitions: Set<String>) {
    self.definitions = definitions
  }

  /// What a schema says itself, without the parts that it is put together from.
  init(_ schema: JSONValue, _ definitions: Set<String>) {
    self.definitions = definitions
    types = schema["type"].map { type in (type.elements ?? [type]).compactMap { $0.text } }
    values = schema["enum"]?.elements ?? schema["const"].map { [$0] }
    objects = schema["properties"].map { [$0.offset] } ?? []
    for member in schema["properties"]?.members ?? [] {
      add(member.keyText, member.value)
    }
    required = Set((schema["required"]?.elements ?? []).compactMap { $0.text })
    switch schema["additionalProperties"] {
    case let more? where more.bool == false: isClosed = true
    case let more?: others = more
    case nil: break
    }
    items = schema["items"]
    patterns = schema["pattern"]?.text.map { [$0] } ?? []
    atLeast = schema["minItems"]?.int ?? schema["minProperties"]?.int ?? 0
  }

  /// Whether it is a shape of objects.
  var isObject: Bool {
    types?.contains("object") ?? (!properties.isEmpty || others != nil || isClosed)
  }

  /// Whether it is a shape of arrays.
  var isArray: Bool { types?.contains("array") ?? (items != nil) }

  /// What both shapes allow.
  func joined(_ other: SchemaShape) -> SchemaShape {
    var joined = self
    joined.types = types.map { own in own.filter { other.types?.contains($0) ?? true } }
    joined.types = joined.types ?? other.types
    joined.values = values ?? other.values
    joined.objects.formUnion(other.objects)
    joined.forbidden.formUnion(other.forbidden)
    for (key, schema) in other.properties {
      joined.add(key, schema)
    }
    joined.properties.removeAll { joined.forbidden.contains($0.key) }
    joined.required.formUnion(other.required)
    joined.others = others ?? other.others
    joined.isClosed = isClosed || other.isClosed
    joined.items = items ?? other.items
    joined.patterns += other.patterns
    joined.atLeast = max(atLeast, other.atLeast)
    joined.definitions.formUnion(other.definitions)
    return joined
  }

  /// Adds a key, whose value must be what every schema says that is added under it.
  mutating func add(_ key: String, _ schema: JSONValue) {
    guard schema.bool != false else {
      forbidden.insert(key)
      return
    }
    if let place = properties.firstIndex(where: { $0.key == key }) {
      let both = JSONValue(.array([properties[place].schema, schema]))
      properties[place].schema = JSONValue(.object([JSONMember("allOf", both)]))
    } else {
      properties.append((key, schema))
    }
  }
}
