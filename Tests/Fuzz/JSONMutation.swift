import LinkPolicy
import LinkPolicyJSON

/// Changes one value of a JSON document, mostly to one that was seen under the same key.
enum JSONMutation {
  /// The values seen under each key, at most so many a key.
  nonisolated(unsafe) private static var seen: [Name: [JSONValue]] = [:]
  nonisolated(unsafe) private static var keys: [Name] = []
  private static let mostSeen = 64

  private static let constants: [JSONValue] = [
    JSONValue(.null), JSONValue(.bool(true)), JSONValue(.bool(false)),
    JSONValue(.number(JSONNumber(0))), JSONValue(.number(JSONNumber(-1))),
    JSONValue(.number(JSONNumber(Int.max))), JSONValue(.string("")), JSONValue(.string("\u{0}")),
    JSONValue(.string("ada@müller.example")), JSONValue(.string("😀")), JSONValue(.array([])),
    JSONValue(.object([])),
  ]

  static func mutated(_ root: JSONValue, _ random: inout RandomNumbers) -> [UInt8] {
    var all: [JSONValue] = []
    // Comparing with all that was seen costs more than the rest.
    collect(root, under: "", remembers: random.below(16) == 0, &all)
    var place = random.below(all.count)
    let other = random.one(of: all)
    let changed = change(root, under: "", at: &place, other, &random) ?? JSONValue(.null)
    var writer = JSONWriter()
    writer.value(changed)
    return writer.take()
  }

  /// Lists every value with the outer ones first, and takes note of them where that is wanted.
  private static func collect(
    _ value: JSONValue, under key: Name, remembers: Bool, _ all: inout [JSONValue]
  ) {
    all.append(value)
    if remembers {
      remember(value, under: key)
    }
    for element in value.elements ?? [] {
      collect(element, under: key, remembers: remembers, &all)
    }
    for member in value.members ?? [] {
      collect(member.value, under: member.key, remembers: remembers, &all)
    }
  }

  private static func remember(_ value: JSONValue, under key: Name) {
    guard let values = unsafe seen[key] else {
      unsafe keys.append(key)
      unsafe seen[key] = [value]
      return
    }
    if values.count < mostSeen, !values.contains(value) {
      unsafe seen[key]?.append(value)
    }
  }

  /// The value with one value of it changed, that at a place in the order of ``collect``; nil where
  /// it is that one and goes.
  private static func change(
    _ value: JSONValue, under key: Name, at place: inout Int, _ other: JSONValue,
    _ random: inout RandomNumbers
  ) -> JSONValue? {
    guard place > 0 else {
      place = -1
      return changed(value, under: key, other, &random)
    }
    place -= 1
    if let elements = value.elements {
      var result: [JSONValue] = []
      for element in elements {
        let wasBefore = place >= 0
        let new =
          wasBefore ? change(element, under: key, at: &place, other, &random) : element
        if let new {
          result.append(new)
          if wasBefore, place < 0, random.below(6) == 0 {
            result.append(random.below(2) == 0 ? element : new)
          }
        }
      }
      return JSONValue(.array(result))
    }
    if let members = value.members {
      var result: [JSONMember] = []
      for member in members {
        let new =
          place >= 0
          ? change(member.value, under: member.key, at: &place, other, &random) : member.value
        if let new {
          result.append(JSONMember(member.key, new))
        }
      }
      return JSONValue(.object(result))
    }
    return value
  }

  private static func changed(
    _ value: JSONValue, under key: Name, _ other: JSONValue, _ random: inout RandomNumbers
  ) -> JSONValue? {
    switch random.below(12) {
    case 0: return nil
    case 1: return other
    case 2: return random.one(of: constants)
    case 3, 4:
      guard var elements = value.elements, !elements.isEmpty else { return value }
      elements.swapAt(random.below(elements.count), random.below(elements.count))
      return JSONValue(.array(elements))
    case 5, 6:
      guard var members = value.members else { return value }
      guard let key = unsafe keys.isEmpty ? nil : random.one(of: keys),
        !members.contains(where: { $0.key == key })
      else { return value }
      members.append(JSONMember(key, unsafe random.one(of: seen[key] ?? [value])))
      return JSONValue(.object(members))
    // The value itself is among those.
    case _: return unsafe random.one(of: seen[key] ?? [value])
    }
  }
}
