package import LinkPolicy

/// A value that is a JSON object, described once by the list of its fields.
///
/// The list reads the object, writes it, and generates its JSON Schema:
///
///     mutating func fields(_ json: inout some JSONFields) {
///       json.required("name", &name)
///       json.optional("seed", &seed)
///     }
///
/// The three uses are separate specializations of one function. A program that only decides therefore links no schema.
package protocol JSONShape: JSONRepresentable {
  /// Creates a value in which every field has its default, for a reader to fill and for a schema to describe.
  init()

  /// Passes each field to `json`, in the order in which the fields are read and written.
  ///
  /// Only a reader changes the fields.
  mutating func fields(_ json: inout some JSONFields)

  /// Reports findings that concern several members of an object; a reader calls this if each field is valid.
  func check(_ object: JSONValue, _ findings: inout JSONFindings)
}

/// The use of a shape's fields: a reader, a writer, or a generator of a JSON Schema.
package protocol JSONFields {
  /// A field that every object has.
  ///
  /// A reader that finds no key or an invalid value reports a finding and keeps the default.
  mutating func required<Value: JSONRepresentable>(
    _ key: String, _ value: inout Value, rule: JSONRule<Value>?, about: String)

  /// A field that an object may lack; if `orNull` is true, `null` is equivalent to an absent key.
  mutating func optional<Value: JSONRepresentable>(
    _ key: String, _ value: inout Value?, rule: JSONRule<Value>?, orNull: Bool, about: String)

  /// Lets a reader store the position of a member's value, or of the object if the member is absent or `key` is nil.
  mutating func position(of key: String?, _ position: inout SourcePosition)

  /// Lets a reader accept any further key.
  mutating func acceptFurtherKeys()

  /// States that every object has exactly one of the first keys in the groups, and the others of a group only with the
  /// first; the code that calls a reader must check this.
  mutating func exactlyOne(of groups: [[String]])

  /// States that every object has one of the keys or several; ``JSONShape/check(_:_:)`` must check this.
  mutating func atLeastOne(of keys: [String])

  /// Whether the fields change.
  var isReading: Bool { get }
}

extension JSONFields {
  /// A field that every object has.
  package mutating func required<Value: JSONRepresentable>(
    _ key: String, _ value: inout Value, where rule: JSONRule<Value>? = nil, about: String = ""
  ) {
    required(key, &value, rule: rule, about: about)
  }

  /// A field that an object may lack; if `orNull` is true, `null` is equivalent to an absent key.
  package mutating func optional<Value: JSONRepresentable>(
    _ key: String, _ value: inout Value?, orNull: Bool = true,
    where rule: JSONRule<Value>? = nil,
    about: String = ""
  ) {
    optional(key, &value, rule: rule, orNull: orNull, about: about)
  }

  /// A field that is absent if its value equals `usual`; `null` is equivalent to an absent key.
  package mutating func optional<Value: JSONRepresentable & Equatable>(
    _ key: String, _ value: inout Value, unless usual: Value, about: String = ""
  ) {
    var given = value == usual ? nil : value
    optional(key, &given, rule: nil, orNull: true, about: about)
    value = given ?? usual
  }

  /// A list that is absent if it is empty.
  package mutating func list<Element: JSONRepresentable>(
    _ key: String, _ elements: inout [Element], where rule: JSONRule<[Element]>? = nil,
    about: String = ""
  ) {
    var given = elements.isEmpty ? nil : elements
    optional(key, &given, rule: rule, orNull: false, about: about)
    elements = given ?? []
  }

  /// The version of the format, which is 1 in every object.
  package mutating func version(_ key: String) {
    var version = FormatVersion()
    required(key, &version, about: "the version of the format")
  }

  package mutating func position(of key: String?, _ position: inout SourcePosition) {}

  package mutating func acceptFurtherKeys() {}

  package mutating func exactlyOne(of groups: [[String]]) {}

  package mutating func atLeastOne(of keys: [String]) {}

  package var isReading: Bool { false }

  /// A field that has one value in every object; a reader ignores the value.
  package mutating func constant(_ key: String, _ constant: JSONValue) {
    var value = constant
    required(key, &value, where: JSONRule(["const": constant]))
  }
}

/// The version of a format, which is 1.
private struct FormatVersion: JSONRepresentable {
  static var schema: [JSONMember] { Int.schema + [JSONMember("const", .int(1))] }

  init() {}

  init?(_ value: JSONValue, in key: String?, _ findings: inout JSONFindings) {
    guard findings.int(value, in: key, range: 1...1) != nil else { return nil }
  }

  func write(to writer: inout JSONWriter) {
    writer.int(1)
  }
}

/// A further condition on the values of a field, which a schema states in keywords and a reader checks in code.
package struct JSONRule<Value>: Sendable {
  /// Reports a finding if a value breaks the rule; `given` is the value as the document contains it.
  package typealias Check =
    @Sendable (_ value: Value, _ key: String, _ given: JSONValue, _ findings: inout JSONFindings) ->
    Void

  /// The keywords, which are added to the schema of the values, or replace keywords of the same name.
  let keywords: @Sendable () -> [JSONMember]
  /// The finding for an absent key, if the usual finding does not help enough.
  let missing: (message: String, help: String)?
  let check: Check

  /// Creates a rule; a rule without a check only narrows the schema.
  package init(
    _ keywords: @autoclosure @escaping @Sendable () -> KeyValuePairs<Name, JSONValue?>,
    missing: (message: String, help: String)? = nil,
    check: @escaping Check = { _, _, _, _ in }
  ) {
    self.keywords = { JSONValue.members(keywords()) }
    self.missing = missing
    self.check = check
  }
}

extension JSONRule<String> {
  /// A text has at least one character.
  package static var isNotEmpty: Self {
    JSONRule(["minLength": .int(1)]) { text, key, given, findings in
      if text.utf8.isEmpty {
        findings.report(.jsonUnknownValue, Name(key).quoted + " is empty", at: given)
      }
    }
  }
}

extension JSONShape {
  /// The keywords of the schema that accepts the objects.
  package static var schema: [JSONMember] {
    var json = JSONSchemaFields()
    var shape = Self()
    shape.fields(&json)
    return json.keywords
  }

  /// Reads an object; for a value of another type, reports a finding and returns nil.
  ///
  /// The fields of absent and invalid members keep their defaults, so the caller must check the findings.
  package init?(_ value: JSONValue, in key: String? = nil, _ findings: inout JSONFindings) {
    guard let reader = JSONObjectReader(value, in: key, &findings) else { return nil }
    let count = findings.count
    var json = JSONReadFields(reader: reader, findings: findings)
    self.init()
    fields(&json)
    findings = json.finish(self, after: count)
  }

  package func check(_ object: JSONValue, _ findings: inout JSONFindings) {}

  /// Writes an object with the fields that have a value.
  package func write(to writer: inout JSONWriter) {
    // The text moves into the fields and back, because a copy would cost time for each object.
    var json = JSONWrittenFields(writer: JSONWriter())
    swap(&json.writer, &writer)
    json.writer.beginObject()
    var shape = self
    shape.fields(&json)
    json.writer.endObject()
    swap(&json.writer, &writer)
  }

  /// Returns the JSON text of the object, followed by a line feed.
  package func text(_ layout: JSONWriter.Layout = .compact) -> [UInt8] {
    var writer = JSONWriter(layout)
    write(to: &writer)
    writer.endLine()
    return writer.take()
  }
}
