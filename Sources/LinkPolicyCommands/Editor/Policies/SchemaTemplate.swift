internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyClaims
internal import LinkPolicyJSON

/// A JSON Schema with placeholders for declarations of the engine, such as the facts.
///
/// If you add a fact or a word, you need not edit a schema. The placeholders of a schema are:
///
/// - `"@conditions": ...` expands to a member for each fact of the engine.
/// - `"@stated": ...` expands to a member for each fact that one part of a request states, such as the assertion.
/// - `"@link"` expands to the keys of a requested link.
/// - `"@words": "kinds"` expands to an `enum` with the words of a named set, such as the kinds of method; the name
///   `kinds or null` adds `null` to the `enum`.
///
/// An editor that reads the unexpanded template ignores the unknown keywords, and accepts any word.
package struct SchemaTemplate {
  /// The placeholders that occupy a whole line.
  private enum SchemaPlaceholder: String, CaseIterable {
    /// The facts that conditions may test, with values and descriptions.
    case declared = #""@conditions": "declared""#
    /// The facts that conditions may test, as references to the definitions of the conditions.
    case referred = #""@conditions": "referred""#
    case assertion = #""@stated": "assertion""#
    /// The facts about an assertion, which an attempt without a provider omits or states as `null`.
    case withoutAssertion = #""@stated": "assertion as null""#
    case attempt = #""@stated": "attempt""#
    case link = #""@stated": "link""#
    case situation = #""@stated": "situation""#

    /// The members that replace the placeholder.
    var members: [String] {
      switch self {
      case .declared: FactDescription.all.map { SchemaTemplate.condition($0) }
      case .referred:
        FactDescription.all.map { fact in
          let name = fact.name.text
          return ##""\##(name)": {"$ref": "#/$defs/conditions/properties/\##(name)"}"##
        }
      case .assertion: stated(.assertion)
      case .withoutAssertion:
        StatedKey.of(.assertion).map { #""\#($0.key)": {"type": "null"}"# }
      case .attempt: stated(.attempt)
      case .situation: stated(.situation)
      case .link:
        // A requested link must state all its facts, so that no fact is unknown.
        StatedKey.of(.link).map { key in
          let words = key.words.indices.filter { $0 != key.unset }.map { key.words[$0] }
          return #""\#(key.key)": {"enum": \#(SchemaTemplate.list(words))}"#
        }
      }
    }

    private func stated(_ carrier: StatedCarrier) -> [String] {
      StatedKey.of(carrier).map { key in
        let words = SchemaTemplate.list(key.words).dropLast()
        let choice = #"{"enum": \#(words), null]}"#
        // A list of the disabled methods can replace the fact about one method.
        return key.fact == .method
          ? ##""\##(key.key)": {"anyOf": [\##(choice), {"$ref": "#/$defs/disabledMethods"}]}"##
          : #""\#(key.key)": \#(choice)"#
      }
    }
  }

  /// The text of the schema.
  package let bytes: [UInt8]

  /// The words of each closed set of the engine and of requests, keyed by the set's name in templates, such as
  /// `remedies`.
  package static let sets: [String: [String]] = [
    "kinds": MethodKind.words.words, "states": Account.State.words.words,
    "effects": Effect.plainWords.words, "effect-words": Effect.words.map { $0.text },
    "parties": Party.allCases.map { $0.word.text },
    "listing orders": ListingOrder.allCases.map { $0.name.text },
    "remedies": Remedy.words.words, "disclosures": Disclosure.words.words,
    "input-errors": InputError.Reason.words.words,
    "answer-errors": AnswerError.AnswerErrorCode.allCases.map { $0.rawValue },
    "claims-checks": ClaimsCheck.allCases.map { $0.rawValue },
    "claims-errors": ClaimsError.ClaimsErrorReason.allCases.map { $0.rawValue },
    "decision-fields": DecisionField.words.words,
    "lookup-questions": LookupQuestion.allCases.map { $0.rawValue },
    "code-recipients": CodeTreatment.Recipient.allCases.map { $0.word.text },
    "code-owners": CodeTreatment.Owner.allCases.map { $0.word.text },
    "code-staleness": CodeTreatment.Staleness.allCases.map { $0.word.text },
    "gifts": ProviderGift.allCases.map { $0.name.text },
    "address-holders": AddressRules.AddressHolder.allCases.map { $0.word },
    "removal-reasons": Write.RemovedMethod.RemovalReason.allCases.map { $0.word },
    "writes": WriteKind.allCases.map { $0.name.text },
    "notices": NoticeWord.allCases.map { $0.rawValue },
    "secrets": Write.NewMethod.HashSource.allCases.map { $0.word },
  ]

  /// Replaces the placeholders of a template; `more` contains the sets of words that other modules declare.
  package init(_ template: [UInt8], with more: [String: [String]] = [:]) {
    let sets = Self.sets.merging(more) { own, _ in own }
    let link = StatedKey.of(.link).map { $0.key }
    let keys = String(Self.list(link).dropFirst().dropLast())
    var lines: [String] = []
    for line in String(decoding: template, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    {
      let indentation = line.prefix { $0 == " " }
      let isFollowed = line.hasSuffix(",")
      let member = line.dropFirst(indentation.count).dropLast(isFollowed ? 1 : 0)
      guard let place = SchemaPlaceholder(rawValue: String(member)) else {
        let line = line.split(separator: #""@link""#, omittingEmptySubsequences: false)
          .joined(separator: keys)
        lines.append(Self.enumerated(line, sets))
        continue
      }
      let members = place.members
      for (index, member) in members.enumerated() {
        let isLast = index == members.count - 1
        lines.append(indentation + member + (isLast && !isFollowed ? "" : ","))
      }
    }
    bytes = Array(lines.joined(separator: "\n").utf8)
  }

  /// Returns a line in which an `enum` of words replaces each `"@words"` that names a known set.
  private static func enumerated(_ line: String, _ sets: [String: [String]]) -> String {
    let start = #""@words": ""#
    let parts = line.split(separator: start, omittingEmptySubsequences: false)
    var text = String(parts[0])
    for part in parts.dropFirst() {
      let name = part.prefix { $0 != "\"" }
      let isNullable = name.hasSuffix(" or null")
      guard let words = sets[String(isNullable ? name.dropLast(" or null".count) : name)] else {
        // An unknown placeholder remains in the text, so that a reader of the schema notices the mistake.
        text += start + part
        continue
      }
      text += #""enum": "# + (isNullable ? list(words).dropLast() + ", null]" : list(words))
      text += part.dropFirst(name.count + 1)
    }
    return text
  }

  /// Returns a list of words in JSON.
  private static func list(_ words: [String]) -> String {
    "[" + words.map { "\"" + $0 + "\"" }.joined(separator: ", ") + "]"
  }

  /// Returns the schema of a condition on a fact: a value, a list, or `not` with a value or list.
  private static func condition(_ fact: FactDescription) -> String {
    var writer = JSONWriter()
    writer.string(fact.meaning)
    let meaning = String(decoding: writer.bytes, as: UTF8.self)
    let start = #""\#(fact.name.text)": {"description": \#(meaning), "#
    // A schema cannot know the names that a policy declares, so only `check` resolves them.
    guard !fact.isNamed || fact.fact == .kind else {
      return start + ##""$ref": "#/$defs/condition"}"##
    }
    let words = list(fact.values.map { $0.text } + fact.collectives.map { $0.word.text })
    let some =
      #"{"enum": \#(words)}, {"type": "array", "items": {"enum": \#(words)}, "minItems": 1}"#
    return start
      + #""anyOf": [\#(some), {"type": "object", "properties": {"not": {"anyOf": [\#(some)]}}, "#
      + #""required": ["not"], "additionalProperties": false}]}"#
  }
}
