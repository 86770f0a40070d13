package import LinkPolicy

/// An array; a reader skips invalid elements.
extension Array: JSONRepresentable where Element: JSONRepresentable {
  package static var schema: [JSONMember] {
    JSONValue.members(["type": .string("array"), "items": JSONValue(.object(Element.schema))])
  }

  package init?(_ value: JSONValue, in key: String?, _ findings: inout JSONFindings) {
    guard let list = findings.list(value, in: key) else { return nil }
    self = []
    for value in list {
      if let element = Element(value, in: key, &findings) {
        append(element)
      }
    }
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginArray()
    for element in self {
      element.write(to: &writer)
    }
    writer.endArray()
  }
}

/// A list of values that a document may also write as one value without brackets.
package struct OneOrMore<Element: JSONRepresentable>: JSONRepresentable {
  package var values: [Element]

  package static var schema: [JSONMember] {
    let forms = [Element.schema, [Element].schema].map { JSONValue(.object($0)) }
    return [JSONMember("anyOf", .array(forms))]
  }

  package init?(_ value: JSONValue, in key: String?, _ findings: inout JSONFindings) {
    let read =
      value.isArray
      ? [Element](value, in: key, &findings) : Element(value, in: key, &findings).map { [$0] }
    guard let read else { return nil }
    values = read
  }

  package init(_ values: [Element]) { self.values = values }

  package func write(to writer: inout JSONWriter) {
    values.write(to: &writer)
  }
}

extension OneOrMore: Sendable where Element: Sendable {}

/// A value with its position in the document.
extension Located: JSONRepresentable where Value: JSONRepresentable {
  package static var schema: [JSONMember] { Value.schema }

  package init?(_ value: JSONValue, in key: String?, _ findings: inout JSONFindings) {
    guard let read = Value(value, in: key, &findings) else { return nil }
    self.init(read, at: findings.locator.position(of: value))
  }

  package func write(to writer: inout JSONWriter) {
    value.write(to: &writer)
  }
}

/// An object whose keys the document chooses, such as names of settings; a reader skips members with invalid values.
package struct JSONEntries<Value: JSONRepresentable>: JSONRepresentable {
  /// The members, in the order of the document.
  package var entries: [(key: Located<Name>, value: Value)]

  package static var schema: [JSONMember] {
    JSONValue.members([
      "type": .string("object"), "additionalProperties": JSONValue(.object(Value.schema)),
    ])
  }

  package init?(_ value: JSONValue, in key: String?, _ findings: inout JSONFindings) {
    guard let members = findings.members(value, in: key) else { return nil }
    entries = members.compactMap { member in
      let position = findings.locator.position(at: member.keyOffset)
      return Value(member.value, in: member.keyText, &findings).map {
        (Located(member.key, at: position), $0)
      }
    }
  }

  package init(_ entries: [(key: Located<Name>, value: Value)]) { self.entries = entries }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    for entry in entries {
      writer.key(entry.key.value)
      entry.value.write(to: &writer)
    }
    writer.endObject()
  }
}

/// A shape whose objects are members of another object, under a free key such as the name of a flag.
package protocol NamedJSONShape: JSONShape {
  /// The key of the object, which is no field.
  var name: String { get set }
}

extension Array where Element: NamedJSONShape {
  /// The elements as one JSON object instead of an array.
  package var named: JSONEntries<Element> {
    get { JSONEntries(map { (Located(Name($0.name)), $0) }) }
    set {
      self = newValue.entries.map { entry in
        var element = entry.value
        element.name = entry.key.value.text
        return element
      }
    }
  }
}

/// An object, or a value of another form, such as a name or an object with further details.
package enum JSONEither<Object: JSONRepresentable, Other: JSONRepresentable>: JSONRepresentable {
  case object(Object)
  case other(Other)

  package static var schema: [JSONMember] {
    let forms = [Other.schema, Object.schema].map { JSONValue(.object($0)) }
    return [JSONMember("anyOf", .array(forms))]
  }

  package init?(_ value: JSONValue, in key: String?, _ findings: inout JSONFindings) {
    let read =
      value.isObject
      ? Object(value, in: key, &findings).map { Self.object($0) }
      : Other(value, in: key, &findings).map { Self.other($0) }
    guard let read else { return nil }
    self = read
  }

  package func write(to writer: inout JSONWriter) {
    switch self {
    case .object(let object): object.write(to: &writer)
    case .other(let other): other.write(to: &writer)
    }
  }
}
