package import LinkPolicy

extension Effect {
  /// Reads an effect in the notation of policies.
  ///
  /// For an invalid value, the initializer reports a finding and returns nil.
  package init?(_ value: JSONValue, in key: String, _ findings: inout JSONFindings) {
    guard let members = value.members else {
      guard let effect = findings.word(value, of: Effect.plainWords, in: key) else { return nil }
      self = effect
      return
    }
    guard let member = members.first, members.count == 1 else {
      findings.report(
        .jsonWrongType, "expected one effect with its argument in " + Name(key).quoted, at: value)
      return nil
    }
    guard
      let index = findings.choice(
        member.keyValue, of: Self.formedWords.map { $0.name.text }, in: key)
    else { return nil }
    let effect: Effect? =
      switch Self.formedWords[index].form {
      case .plain(let effect): effect
      case .kinds: Self.drop(member, &findings)
      case .purpose: Self.sendCode(member, &findings)
      case .label: Self.setLabel(member, &findings)
      case .identifier(let isStored):
        findings.string(member.value, in: member.keyText).map {
          isStored ? .setIdentifier($0) : .clearIdentifier($0)
        }
      }
    guard let effect else { return nil }
    self = effect
  }

  /// The word of each effect without an argument, such as `link`.
  package static let plainWords = JSONWords(
    EffectWord.allCases.compactMap { word in
      if case .plain(let effect) = word.form { effect } else { nil }
    }
  ) { $0.word.text }

  /// The words of the effects that have an argument, such as `send-code`.
  private static let formedWords = EffectWord.allCases.filter { word in
    if case .plain = word.form { false } else { true }
  }

  private static func drop(_ member: JSONMember, _ findings: inout JSONFindings) -> Effect? {
    guard let elements = findings.elements(member.value, in: member.keyText) else { return nil }
    var kinds: [MethodKind] = []
    for element in elements {
      guard let kind = findings.word(element, of: MethodKind.words, in: member.keyText) else {
        return nil
      }
      kinds.append(kind)
    }
    return .drop(kinds)
  }

  private static func sendCode(_ member: JSONMember, _ findings: inout JSONFindings) -> Effect? {
    CodePurpose(member.value, in: member.keyText, &findings).map { .sendCode($0) }
  }

  private static func setLabel(_ member: JSONMember, _ findings: inout JSONFindings) -> Effect? {
    guard let pair = findings.members(member.value, in: member.keyText)?.first else { return nil }
    guard let value = findings.scalarWord(pair.value, in: pair.keyText) else { return nil }
    return .setLabel(name: pair.key, value: Name(value))
  }
}

extension JSONWriter {
  /// Writes an effect in the notation of policies: a word, or an object with the word and its argument.
  package mutating func effect(_ effect: Effect) {
    switch effect.argument {
    case .none: string(effect.word)
    case .list(let names):
      beginObject()
      key(effect.word)
      beginArray()
      for name in names {
        string(name)
      }
      endArray()
      endObject()
    case .word(let name):
      beginObject()
      key(effect.word)
      string(name)
      endObject()
    case .pair(let name, let value):
      beginObject()
      key(effect.word)
      beginObject()
      key(name)
      string(value)
      endObject()
      endObject()
    }
  }
}
