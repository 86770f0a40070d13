internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics
internal import LinkPolicyJSON

/// A claim that a row of the assumptions asks for.
struct AssumedClaim: Sendable {
  /// How a policy tells assertions with the claim from others.
  struct Coverage: Sendable {
    /// The fact that the claim is read as; nil if the policy does not declare the claim.
    var fact: Int?
    /// The value of that fact.
    var value = 0
    /// The JSON values that the row covers.
    var values: [ClaimValue]
    /// Whether the row covers every assertion with that value of the fact.
    var isWhole: Bool
  }

  /// The claim's name in the assertion.
  let name: String
  /// The word of a policy, or the JSON value, as the file has it.
  let value: ClaimValue
  /// The position of the value.
  let position: SourcePosition

  /// The value as the file spells it, a string without quotation marks.
  var text: String {
    switch value {
    case .boolean(let value): value ? "true" : "false"
    case .string(let value), .number(let value): value.text
    case .null: "null"
    }
  }

  /// The claim and its value, for a sentence.
  var words: String { name + "=" + text }

  private func declaration(in policy: CompiledPolicy) -> (index: Int, claim: ClaimDeclaration)? {
    policy.document.claims.enumerated().first { $0.element.name.value == Name(name) }
      .map { ($0.offset, $0.element) }
  }

  /// What the row covers under a policy.
  ///
  /// A value that is spelled like a word which the policy declares for the claim is that word, and covers each of its JSON
  /// values. Any other value covers itself.
  func coverage(under policy: CompiledPolicy) -> Coverage {
    guard let (index, claim) = declaration(in: policy) else {
      return Coverage(fact: nil, values: [value], isWhole: false)
    }
    let fact = policy.vocabulary.schema.claims.lowerBound + index
    if let word = claim.words.firstIndex(where: { $0.name.value == Name(text) }) {
      return Coverage(
        fact: fact, value: word, values: claim.words[word].values.map { $0.value }, isWhole: true)
    }
    let word = policy.vocabulary.claims[index].value(of: value)
    let isWhole = word < claim.words.count && claim.words[word].values.count == 1
    return Coverage(fact: fact, value: word, values: [value], isWhole: isWhole)
  }

  /// Whether claims that are asserted have it.
  func isAmong(_ claims: [AddressRecord.Claim], under policy: CompiledPolicy) -> Bool {
    let values = coverage(under: policy).values
    return claims.contains { $0.name.hasSameBytes(as: name) && values.contains($0.value) }
  }

  /// Why the policy cannot tell assertions with the claim from others; nil if it can.
  func reasonForUncertainty(under policy: CompiledPolicy) -> String? {
    let coverage = coverage(under: policy)
    guard !coverage.isWhole else { return nil }
    guard let (_, claim) = declaration(in: policy) else {
      return "the policy declares no claim `" + name + "`, and decides the same without it"
    }
    guard coverage.value < claim.words.count else {
      let words = claim.words.map { "`" + $0.name.value.text + "`" }.joined(separator: ", ")
      return "no word of the claim `" + name + "` has the value `" + text + "`; its words are "
        + words
    }
    let word = claim.words[coverage.value].name.value.text
    return "the policy decides the same for other values of `" + word + "`, a word of the claim `"
      + name + "`; name the word"
  }

  /// What is wrong with the claim for a policy: a value that can be read in two ways.
  func findings(about policy: CompiledPolicy) -> [Diagnostic] {
    guard let (index, claim) = declaration(in: policy) else { return [] }
    let coverage = coverage(under: policy)
    let asValue = policy.vocabulary.claims[index].value(of: value)
    guard asValue < claim.words.count, asValue != coverage.value else { return [] }
    let other = claim.words[asValue].name.value.text
    return [
      Diagnostic(
        .jsonUnknownValue, .error,
        "`" + text + "` is a word of the claim `" + name + "`, and a value of its word `" + other
          + "`", at: position, help: "rename the word `" + text + "` in the policy")
    ]
  }
}
