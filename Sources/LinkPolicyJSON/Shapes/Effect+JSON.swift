package import LinkPolicy

extension Effect {
  /// Reads an effect as a policy writes it, or reports what is wrong and returns nil.
  package init?(_ value: JSONValue, in key: String, _ findings: inout JSONFindings) {
    guard let members = value.members else {
      guard let effect = findings.word(value, Effect.plainWords, in: key) else { return nil }
      self = effect
      return
    }
    guard let member = members.first, members.count == 1 else {
      findings.report(
        .jsonWrongType, "expected one effect with its argument in " + Name(key).quoted, at: value)
      return nil
    }
    let words = ["drop", "send-code", "set"]
    guard let index = findings.choice(member.keyValue, of: words, in: key) else {
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

  private static let plainWords = JSONWords(words.compactMap { plain($0) }) { $0.word.text }

  private static func drop(_ member: JSONMember, _ findings: inout JSONFindings) -> Effect? {
    guard let elements = findings.elements(member.value, in: member.keyText) else { return nil }
    var kinds: [MethodKind] = []
    for element in elements {
      guard let kind = findings.word(element, MethodKind.words, in: member.keyText) else {
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

extension Remedy {
  /// The remedies by their words.
  package static let words = JSONWords(allCases) { $0.name.text }
}

extension Disclosure {
  /// The disclosures by their words.
  package static let words = JSONWords(allCases) { $0.name.text }
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
    case .create, .createWithoutAddress, .signIn, .link, .replaceSubject, .supersedeSubject,
      .seizeCredential, .refreshMethod, .unlink, .dropUnproven, .dropFactors, .setPassword,
      .verifyEmail, .unverifyEmail, .setEmail, .adoptEmail, .clearEmail, .fillProfile,
      .overwriteProfile, .revokeSessions, .cancelPending, .rememberUndo, .issueToken, .endSession,
      .disable, .enable, .notifyOwner, .delete:
      string(word)
    }
  }
}
