import LinkPolicy
import LinkPolicyDiagnostics
import Testing

@testable import LinkPolicyJSON

/// A shape reads, writes and describes an object as the code does that names each key by hand.
@Suite("Shapes of JSON objects")
struct JSONShapeTests {
  private enum Size: String, JSONWord { case small, large }

  private struct Part: NamedJSONShape {
    var name = ""
    var size = Size.small
    var position = SourcePosition(line: 1, column: 1)

    mutating func fields(_ json: inout some JSONFields) {
      json.required("size", &size)
      json.position(of: "size", &position)
    }
  }

  private struct Sample: JSONShape {
    var title = ""
    var note: String?
    var count: Int?
    var flag = false
    var words: [String] = []
    var parts: [Part] = []
    var either: Int? = nil
    var strict: Bool?

    mutating func fields(_ json: inout some JSONFields) {
      json.required("title", &title, where: Self.isNotEmpty)
      json.optional("note", &note, about: "a note")
      json.optional("count", &count)
      json.optional("flag", &flag, unless: false)
      json.optional("words", &words, unless: [])
      json.required("parts", &parts.named)
      json.required("either", &either)
      json.optional("strict", &strict, orNull: false)
    }

    static let isNotEmpty = JSONRule<String>(["minLength": .int(1)]) { text, key, given, findings in
      if text.isEmpty { findings.report(.jsonUnknownValue, "`\(key)` is empty", at: given) }
    }
  }

  /// The same object, read key by key.
  private static func readByHand(_ root: JSONValue, _ findings: inout JSONFindings) {
    guard var reader = JSONObjectReader(root, &findings) else { return }
    if let value = reader.required("title", &findings),
      let text = findings.text(value, in: "title"), text.isEmpty
    {
      findings.report(.jsonUnknownValue, "`title` is empty", at: value)
    }
    _ = reader.text("note", &findings)
    _ = reader.given("count").flatMap { findings.int($0, in: "count") }
    _ = reader.flag("flag", &findings)
    _ = reader.texts("words", &findings)
    if let value = reader.required("parts", &findings) {
      for member in findings.members(value, in: "parts") ?? [] {
        guard var part = JSONObjectReader(member.value, in: member.keyText, &findings) else {
          continue
        }
        if let size = part.required("size", &findings) {
          _ = findings.choice(size, of: ["small", "large"], in: "size")
        }
        part.finish(&findings)
      }
    }
    if let value = reader.required("either", &findings), !value.isNull {
      _ = findings.int(value, in: "either")
    }
    if let strict = reader.optional("strict") {
      _ = findings.bool(strict, in: "strict")
    }
    reader.finish(&findings)
  }

  private static let full = #"""
    {"title":"t","note":"n","count":3,"flag":true,"words":["a","b"],"parts":{"p":{"size":"large"},\#
    "q":{"size":"small"}},"either":null,"strict":true}
    """#

  private static func findings(
    _ document: JSONDocument, _ read: (JSONValue, inout JSONFindings) -> Void
  ) -> [String] {
    var findings = JSONFindings(document)
    read(document.root, &findings)
    return findings.diagnostics.map {
      let place = $0.position.map { "\($0.line):\($0.column)" } ?? "-"
      return "\(place) \($0.code.name): \($0.message) (\($0.help ?? ""))"
    }
  }

  /// Every document that differs from another in one place.
  private static func edits(_ value: JSONValue) -> [JSONValue] {
    let others: [JSONValue] = [
      .null, .bool(true), .int(7), .string(""), .string("x"), .string("small"), .array([]),
      .array([.string("x"), .int(1)]), .object([:]),
      .object(["x": .object(["size": .string("x")])]),
      JSONValue(.number(JSONNumber(literal: Array("1.5".utf8)))),
    ]
    var edits = others
    if let members = value.members {
      for (index, member) in members.enumerated() {
        edits += self.edits(member.value).map { edited in
          var members = members
          members[index] = JSONMember(member.key, edited)
          return JSONValue(.object(members))
        }
        edits.append(JSONValue(.object(members.filter { $0.key != member.key })))
      }
      edits.append(JSONValue(.object(members + [JSONMember("tittle", .int(1))])))
    }
    for (index, element) in (value.elements ?? []).enumerated() {
      edits += self.edits(element).map { edited in
        var elements = value.elements ?? []
        elements[index] = edited
        return .array(elements)
      }
    }
    return edits
  }

  @Test("what is read is written with the same bytes, and positions are those of members")
  func roundTrip() throws {
    let document = try JSONDocument(Array(Self.full.utf8), name: "sample")
    var findings = JSONFindings(document)
    let sample = try #require(Sample(document.root, &findings))
    #expect(findings.count == 0)
    #expect(sample.parts.map { $0.name } == ["p", "q"] && sample.parts[0].size == .large)
    #expect(sample.parts.map { $0.position.column } == [86, 107])
    #expect(String(decoding: sample.text(), as: UTF8.self) == Self.full + "\n")
    let empty = #"{"title":"","parts":{},"either":null}"# + "\n"
    #expect(String(decoding: Sample().text(), as: UTF8.self) == empty)
  }

  @Test("findings are those of a reader by hand, and the schema accepts what the reader accepts")
  func readingAndSchema() throws {
    let schema = JSONValue(.object(Sample.schema))
    let root = try JSONDocument(Array(Self.full.utf8), name: "sample").root
    var accepted = 0
    let documents = [root] + Self.edits(root)
    for value in documents {
      var writer = JSONWriter(.pretty)
      writer.value(value)
      let document = try JSONDocument(writer.take(), name: "edited")
      let found = Self.findings(document) { _ = Sample($0, &$1) }
      #expect(found == Self.findings(document, Self.readByHand), "\(value.line)")
      let text = String(decoding: value.line, as: UTF8.self)
      #expect(Self.isValid(value, schema) == found.isEmpty, "\(text): \(found)")
      accepted += found.isEmpty ? 1 : 0
    }
    #expect(accepted > 5 && documents.count - accepted > 50)
  }

  @Test("keys that exclude each other are one object of the schema each")
  func alternatives() {
    struct Choice: JSONShape {
      var id = ""
      var first: String?
      var second: Int?
      var detail: String?

      mutating func fields(_ json: inout some JSONFields) {
        json.required("id", &id)
        json.optional("first", &first)
        json.optional("second", &second)
        json.optional("detail", &detail)
        json.exactlyOne(of: [["first"], ["second", "detail"]])
      }
    }
    let schema = JSONValue(.object(Choice.schema))
    let cases: [(JSONValue, Bool)] = [
      (.object(["id": .string("a"), "first": .string("x")]), true),
      (.object(["id": .string("a"), "second": .int(1)]), true),
      (.object(["id": .string("a"), "second": .int(1), "detail": .string("x")]), true),
      (.object(["id": .string("a"), "second": .int(1), "detail": .null]), true),
      (.object(["id": .string("a"), "first": .string("x"), "detail": .string("x")]), false),
      (.object(["id": .string("a"), "first": .string("x"), "second": .int(1)]), false),
      (.object(["id": .string("a"), "first": .null]), false),
      (.object(["id": .string("a")]), false),
    ]
    for (value, isValid) in cases {
      #expect(Self.isValid(value, schema) == isValid, "\(value.line)")
    }
  }

  @Test("containers are written as they are read, and the schema accepts what their reader accepts")
  func containers() throws {
    struct Containers: JSONShape {
      var many: OneOrMore<Located<Size>>?
      var entries: JSONEntries<JSONEither<Part, ClaimValue>>?
      var list: [Int] = []

      mutating func fields(_ json: inout some JSONFields) {
        json.version("v")
        json.optional("many", &many, orNull: false)
        json.optional("entries", &entries, orNull: false)
        json.list("list", &list)
        json.atLeastOne(of: ["entries", "list"])
      }

      func check(_ object: JSONValue, _ findings: inout JSONFindings) {
        if object["entries"] == nil, object["list"] == nil {
          findings.report(.jsonMissingKey, "neither `entries` nor `list`", at: object)
        }
      }
    }
    let text = #"""
      {"v":1,"many":["small","large"],"entries":{"a":{"size":"small"},"b":true,"c":null},"list":[1]}
      """#
    let root = try JSONDocument(Array(text.utf8), name: "sample").root
    let document = try JSONDocument(Array(text.utf8), name: "sample")
    var findings = JSONFindings(document)
    let read = try #require(Containers(document.root, &findings))
    #expect(findings.count == 0 && String(decoding: read.text(), as: UTF8.self) == text + "\n")
    #expect(read.many?.values.map { $0.position.column } == [16, 24])
    #expect(read.entries?.entries.map { $0.key.position.column } == [44, 65, 74])
    let schema = JSONValue(.object(Containers.schema))
    var accepted = 0
    for value in [root] + Self.edits(root) {
      var writer = JSONWriter(.pretty)
      writer.value(value)
      let document = try JSONDocument(writer.take(), name: "edited")
      let found = Self.findings(document) { _ = Containers($0, &$1) }
      let text = String(decoding: value.line, as: UTF8.self)
      #expect(Self.isValid(value, schema) == found.isEmpty, "\(text): \(found)")
      accepted += found.isEmpty ? 1 : 0
    }
    #expect(accepted > 20)
  }

  /// Whether a value is valid by the keywords that shapes use.
  private static func isValid(_ value: JSONValue, _ schema: JSONValue) -> Bool {
    if let flag = schema.bool { return flag }
    let properties = schema["properties"]?.members ?? []
    return (schema.members ?? []).allSatisfy { keyword in
      let rule = keyword.value
      let choices = rule.elements ?? []
      switch keyword.keyText {
      case "type":
        return (rule.elements ?? [rule]).contains { type in
          switch type.text {
          case "string": value.isString
          case "boolean": value.bool != nil
          case "integer": value.number?.int != nil
          case "number": value.number != nil
          case "array": value.isArray
          case "object": value.isObject
          case "null": value.isNull
          default: false
          }
        }
      case "enum": return choices.contains { $0.line == value.line }
      case "const": return rule.line == value.line
      case "minLength": return (value.text?.utf8.count ?? .max) >= rule.int ?? 0
      case "anyOf": return choices.contains { isValid(value, $0) }
      case "oneOf": return choices.filter { isValid(value, $0) }.count == 1
      case "items": return (value.elements ?? []).allSatisfy { isValid($0, rule) }
      case "required":
        return choices.allSatisfy { value.isObject && value[$0.text ?? ""] != nil }
      case "properties":
        return properties.allSatisfy { property in
          value[property.keyText].map { isValid($0, property.value) } ?? true
        }
      case "additionalProperties":
        return (value.members ?? []).allSatisfy { member in
          properties.contains { $0.key == member.key } || isValid(member.value, rule)
        }
      case "description": return true
      default: return false
      }
    }
  }
}
