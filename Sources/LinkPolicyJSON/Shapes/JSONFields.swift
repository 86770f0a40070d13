internal import LinkPolicy

/// A reader that fills the fields of a shape from an object.
struct JSONReadFields: JSONFields {
  private var reader: JSONObjectReader
  private var findings: JSONFindings
  private var isStrict = true

  init(reader: JSONObjectReader, findings: JSONFindings) {
    self.reader = reader
    self.findings = findings
  }

  mutating func required<Value: JSONRepresentable>(
    _ key: String, _ value: inout Value, rule: JSONRule<Value>?, about: String
  ) {
    if let given = reader.required(key, missing: rule?.missing, &findings),
      let result = read(given, key, by: rule)
    {
      value = result
    }
  }

  mutating func optional<Value: JSONRepresentable>(
    _ key: String, _ value: inout Value?, rule: JSONRule<Value>?, orNull: Bool, about: String
  ) {
    if let given = orNull ? reader.given(key) : reader.optional(key) {
      value = read(given, key, by: rule)
    }
  }

  private mutating func read<Value: JSONRepresentable>(
    _ given: JSONValue, _ key: String, by rule: JSONRule<Value>?
  ) -> Value? {
    let count = findings.count
    guard let value = Value(given, in: key, &findings) else { return nil }
    // A rule would take an invalid element, which is absent from the value, for a missing element.
    guard findings.count == count else { return value }
    rule?.check(value, key, given, &findings)
    return findings.count == count ? value : nil
  }

  mutating func position(of key: String?, _ position: inout SourcePosition) {
    let value = key.flatMap { reader.object[$0] }
    position = findings.locator.position(of: value ?? reader.object)
  }

  mutating func acceptFurtherKeys() {
    isStrict = false
  }

  var isReading: Bool { true }

  /// Reports unknown keys, and findings that concern several members if all fields are valid.
  ///
  /// - Parameters:
  ///   - shape: the value whose fields this reader has filled.
  ///   - count: the number of findings before this reader.
  /// - Returns: the findings of this reader and all earlier findings.
  mutating func finish(_ shape: some JSONShape, after count: Int) -> JSONFindings {
    let isValid = findings.count == count
    if isStrict {
      reader.finish(&findings)
    }
    if isValid {
      shape.check(reader.object, &findings)
    }
    return findings
  }
}

/// A writer of the fields of a shape.
struct JSONWrittenFields: JSONFields {
  var writer: JSONWriter

  mutating func required<Value: JSONRepresentable>(
    _ key: String, _ value: inout Value, rule: JSONRule<Value>?, about: String
  ) {
    writer.key(key)
    value.write(to: &writer)
  }

  mutating func optional<Value: JSONRepresentable>(
    _ key: String, _ value: inout Value?, rule: JSONRule<Value>?, orNull: Bool, about: String
  ) {
    guard let value else { return }
    writer.key(key)
    value.write(to: &writer)
  }
}

/// A generator of the JSON Schema of a shape.
struct JSONSchemaFields: JSONFields {
  private struct Property {
    let key: String
    let schema: [JSONMember]
    let about: String
    var isRequired = false
    var orNull = false
  }

  private var properties: [Property] = []
  private var groups: [[String]] = []
  private var alternatives: [String] = []

  /// The keywords of the schema: an object, or one object for each group of keys that exclude each other.
  var keywords: [JSONMember] {
    let anyOf = alternatives.map { JSONValue.object(["required": .array([.string($0)])]) }
    guard !groups.isEmpty else {
      return Self.object(properties) + (anyOf.isEmpty ? [] : [JSONMember("anyOf", .array(anyOf))])
    }
    let objects = groups.map { group in
      let others = groups.joined().filter { !group.contains($0) }
      var properties = properties.filter { !others.contains($0.key) }
      for index in properties.indices where properties[index].key == group[0] {
        properties[index].isRequired = true
        properties[index].orNull = false
      }
      return JSONValue(.object(Self.object(properties)))
    }
    return [JSONMember("oneOf", .array(objects))]
  }

  private static func object(_ properties: [Property]) -> [JSONMember] {
    let members = properties.map { property in
      let null = JSONValue.object(["type": .string("null")])
      let schema =
        property.orNull
        ? [JSONMember("anyOf", .array([JSONValue(.object(property.schema)), null]))]
        : property.schema
      let description =
        property.about.isEmpty ? [] : [JSONMember("description", .string(property.about))]
      return JSONMember(Name(property.key), JSONValue(.object(description + schema)))
    }
    let required = properties.filter { $0.isRequired }.map { JSONValue.string($0.key) }
    return JSONValue.members([
      "type": .string("object"), "properties": JSONValue(.object(members)),
      "required": required.isEmpty ? nil : .array(required), "additionalProperties": .bool(false),
    ])
  }

  mutating func required<Value: JSONRepresentable>(
    _ key: String, _ value: inout Value, rule: JSONRule<Value>?, about: String
  ) {
    properties.append(Property(key: key, schema: schema(rule), about: about, isRequired: true))
  }

  mutating func optional<Value: JSONRepresentable>(
    _ key: String, _ value: inout Value?, rule: JSONRule<Value>?, orNull: Bool, about: String
  ) {
    properties.append(Property(key: key, schema: schema(rule), about: about, orNull: orNull))
  }

  mutating func exactlyOne(of groups: [[String]]) {
    self.groups = groups
  }

  mutating func atLeastOne(of keys: [String]) {
    alternatives = keys
  }

  /// Returns the keywords of a type and of a rule, which can replace keywords of the type.
  private func schema<Value: JSONRepresentable>(_ rule: JSONRule<Value>?) -> [JSONMember] {
    let further = rule?.keywords() ?? []
    return Value.schema.filter { own in !further.contains { $0.key == own.key } } + further
  }
}
