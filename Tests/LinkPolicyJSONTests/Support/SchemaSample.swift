import LinkPolicy
import LinkPolicyJSON
import LinkPolicyTestSupport

/// Makes JSON that a schema allows, at random.
///
/// Knows of the engine nothing but the names of a few keys, for which it has words that meet often:
/// what it makes is what a caller could write who has read the schema and nothing else.
struct SchemaSample {
  private let root: JSONValue
  private var random: SeededGenerator
  /// Words for the strings of some keys.
  private let words: [String: [String]]
  /// How often a key is there that need not be, in hundredths; 60 for others.
  private let odds: [String: Int]
  private var accounts = 0

  init(_ schema: JSONValue, seed: UInt64, words: [String: [String]], odds: [String: Int]) {
    root = schema
    random = SeededGenerator(seed: seed)
    self.words = words
    self.odds = odds
  }

  /// A text that the definition of this name allows.
  mutating func text(of definition: String) -> [UInt8] {
    accounts = 0
    var writer = JSONWriter()
    writer.value(make(definition))
    return writer.take()
  }

  private mutating func make(_ definition: String) -> JSONValue {
    make(root["$defs"]?[definition] ?? Self.null, under: definition)
  }

  private static var null: JSONValue { JSONValue(.null) }

  private mutating func make(_ schema: JSONValue, under key: String) -> JSONValue {
    if let reference = schema["$ref"]?.text {
      let name = String(reference.dropFirst("#/$defs/".utf8.count))
      return make(root["$defs"]?[name] ?? Self.null, under: key)
    }
    for choice in ["anyOf", "oneOf"] {
      if let schemas = schema[choice]?.elements {
        return make(pick(schemas), under: key)
      }
    }
    if let values = schema["enum"]?.elements { return pick(values) }
    if let value = schema["const"] { return value }
    let types = schema["type"]?.elements ?? [schema["type"] ?? Self.null]
    let type = pick(types).text ?? "null"
    // Nothing is made where a value could be, more often than by chance.
    switch types.count > 1 && Int.random(in: 0..<4, using: &random) > 0
      ? types[0].text ?? type : type
    {
    case "object": return object(schema, under: key)
    case "array": return array(schema, under: key)
    case "string": return JSONValue(.string(Name(text(key))))
    case "boolean": return JSONValue(.bool(Bool.random(using: &random)))
    case "integer", "number":
      return JSONValue(.number(JSONNumber(Int.random(in: 0..<3, using: &random))))
    default: return Self.null
    }
  }

  private mutating func object(_ schema: JSONValue, under key: String) -> JSONValue {
    let required = (schema["required"]?.elements ?? []).compactMap { $0.text }
    var members: [JSONMember] = []
    for member in schema["properties"]?.members ?? [] {
      let name = member.key.text
      guard
        required.contains(name) || Int.random(in: 0..<100, using: &random) < odds[name] ?? 60
      else { continue }
      members.append(JSONMember(member.key, make(member.value, under: name)))
    }
    if let more = schema["additionalProperties"], more.isObject,
      let names = words[key + " keys"], let name = names.randomElement(using: &random)
    {
      members.append(JSONMember(Name(name), make(more, under: name)))
    }
    if key == "accounts", let index = members.firstIndex(where: { $0.key == "id" }) {
      // A list names each of its accounts once, or is refused before anything is looked at.
      accounts += 1
      members[index] = JSONMember("id", JSONValue(.string(Name("u\(accounts)"))))
    }
    return JSONValue(.object(members))
  }

  private mutating func array(_ schema: JSONValue, under key: String) -> JSONValue {
    var elements: [JSONValue] = []
    for _
      in 0..<min([0, 1, 1, 2, 3].randomElement(using: &random) ?? 0, schema["maxItems"]?.int ?? 9)
    {
      elements.append(make(schema["items"] ?? Self.null, under: key))
    }
    return JSONValue(.array(elements))
  }

  private mutating func text(_ key: String) -> String {
    words[key]?.randomElement(using: &random) ?? "word"
  }

  private mutating func pick(_ values: [JSONValue]) -> JSONValue {
    values.randomElement(using: &random) ?? Self.null
  }
}
