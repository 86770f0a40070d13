package import LinkPolicy

extension Effect {
  /// Reads an effect as a policy writes it, or reports what is wrong and returns nil.
  package init?(_ value: JSONValue, in key: Name, _ findings: inout JSONFindings) {
    guard let members = value.members else {
      guard let word = findings.string(value, in: key) else { return nil }
      guard let effect = Effect.plain(word) else {
        _ = findings.choice(value, of: Effect.plainWords, in: key)
        return nil
      }
      self = effect
      return
    }
    guard let member = members.first, members.count == 1 else {
      findings.report(
        .jsonWrongType, "expected one effect with its argument in " + key.quoted, at: value)
      return nil
    }
    let word = JSONValue(.string(member.key), at: member.keyOffset)
    guard let index = findings.choice(word, of: ["drop", "send-code", "set"], in: key) else {
      return nil
    }
    let effect: Effect? =
      switch index {
      case 0: Self.drop(member, &findings)
      case 1: Self.sendCode(member, &findings)
      default: Self.setLabel(member, &findings)
      }
    guard let effect else { return nil }
    self = effect
  }

  private static var plainWords: [Name] {
    words.filter { plain($0) != nil }
  }

  private static func drop(_ member: JSONMember, _ findings: inout JSONFindings) -> Effect? {
    guard let elements = findings.elements(member.value, in: member.key) else { return nil }
    var kinds: [MethodKind] = []
    for element in elements {
      guard let kind = findings.word(element, MethodKind.words, in: member.key) else { return nil }
      kinds.append(kind)
    }
    return .drop(kinds)
  }

  private static func sendCode(_ member: JSONMember, _ findings: inout JSONFindings) -> Effect? {
    CodePurpose(member.value, in: member.key, &findings).map { .sendCode($0) }
  }

  private static func setLabel(_ member: JSONMember, _ findings: inout JSONFindings) -> Effect? {
    guard let pair = findings.members(member.value, in: member.key)?.first else { return nil }
    guard let value = findings.scalarWord(pair.value, in: pair.key) else { return nil }
    return .setLabel(name: pair.key, value: Name(value))
  }
}

extension CodePurpose {
  /// Reads a purpose, or reports what is wrong and returns nil.
  package init?(_ value: JSONValue, in key: Name, _ findings: inout JSONFindings) {
    let purposes = CodePurpose.allCases
    guard let index = findings.choice(value, of: purposes.map { $0.name }, in: key) else {
      return nil
    }
    self = purposes[index]
  }
}

extension JSONWriter {
  /// Writes an effect as a policy does: a word, or an object with the word and its argument.
  package mutating func effect(_ effect: Effect) {
    let word = effect.word
    let arguments = effect.arguments
    switch effect {
    case .drop:
      beginObject()
      key(word)
      beginArray()
      for argument in arguments {
        string(argument)
      }
      endArray()
      endObject()
    case .sendCode(let purpose):
      beginObject()
      key(word)
      string(purpose.name)
      endObject()
    case .setLabel(let name, let value):
      beginObject()
      key(word)
      beginObject()
      key(name)
      string(value)
      endObject()
      endObject()
    default:
      string(word)
    }
  }
}
