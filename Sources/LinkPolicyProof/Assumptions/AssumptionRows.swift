package import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics
internal import LinkPolicyJSON

/// A claim that a row of the assumptions requires, such as `email_verified=true`.
struct AssumedClaim: Sendable {
  /// The assertions that match a row's claim, expressed in the facts and values of a policy.
  struct ClaimCoverage: Sendable {
    /// The fact that represents the claim; nil if the policy does not declare the claim.
    var fact: Int?
    /// The value of ``fact`` that represents the claim's value.
    var value = 0
    /// The JSON values of the claim that the row covers.
    var values: [ClaimValue]
    /// Whether the row covers every assertion in which ``fact`` has ``value``.
    var isWhole: Bool
  }

  /// The claim's name in the assertion, such as `email_verified`.
  let name: String
  /// The claim's value, as the file writes it: a word that the policy declares for JSON values, or a JSON value.
  let value: ClaimValue
  /// The position of the claim's value in the file.
  let position: SourcePosition

  /// The value, as the file writes it; strings have no quotation marks.
  var text: String {
    switch value {
    case .boolean(let value): value ? "true" : "false"
    case .string(let value), .number(let value): value.text
    case .null: "null"
    }
  }

  /// The claim and its value, such as `email_verified=true`.
  var words: String { name + "=" + text }

  private func declaration(in policy: CompiledPolicy) -> (index: Int, claim: ClaimDeclaration)? {
    policy.document.claims.enumerated().first { $0.element.name.value == Name(name) }
      .map { ($0.offset, $0.element) }
  }

  /// Returns the assertions that the row covers under a policy.
  ///
  /// If the policy declares the value as a word for JSON values of the claim, the row covers all these JSON values. If
  /// the policy declares no such word, the row covers only the value itself.
  func coverage(under policy: CompiledPolicy) -> ClaimCoverage {
    guard let (index, claim) = declaration(in: policy) else {
      return ClaimCoverage(fact: nil, values: [value], isWhole: false)
    }
    let fact = policy.vocabulary.schema.claims.lowerBound + index
    if let word = claim.words.firstIndex(where: { $0.name.value == Name(text) }) {
      return ClaimCoverage(
        fact: fact, value: word, values: claim.words[word].values.map { $0.value }, isWhole: true)
    }
    let word = policy.vocabulary.claims[index].value(of: value)
    let isWhole = word < claim.words.count && claim.words[word].values.count == 1
    return ClaimCoverage(fact: fact, value: word, values: [value], isWhole: isWhole)
  }

  /// Returns whether asserted claims include this claim.
  func isAmong(_ claims: [AddressRecord.Claim], under policy: CompiledPolicy) -> Bool {
    let values = coverage(under: policy).values
    return claims.contains { $0.name.hasSameBytes(as: name) && values.contains($0.value) }
  }

  /// Returns the reason why the policy cannot distinguish assertions with the claim from other assertions; nil if the
  /// policy can distinguish them.
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

  /// Returns a finding if the claim's value has two meanings: a word that the policy declares, and a JSON value of
  /// another word.
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

/// A row of an assumptions file that excludes attempts, assertions of another person's subject, or values of an input.
///
/// A proof trusts the row: if the row is wrong, the proof may be wrong too. Each verdict prints the row with its
/// reason. The numbers of the rows follow those of ``Exclusion``, so the first row has the number 10.
package struct AddedExclusion: Sendable {
  /// The attempts, assertions or input values that a row excludes.
  enum ExcludedPart: Sendable {
    /// The attempts of an action. If the row names an actor or providers, the row excludes only attempts by this actor
    /// or with these providers.
    case attempts(Located<String>, Actor?, ProviderPattern?)
    /// Assertions of another person's subject by providers that share an issuer, because one honest party runs all
    /// these providers.
    case foreignSubjects(ProviderPattern)
    /// The attempts in which an input has a value that the row does not list.
    case inputs(Located<String>, [Located<String>])
  }

  /// The number of the exclusion in verdicts.
  ///
  /// An added exclusion gets the next number after the built-in exclusions of ``Exclusion``.
  package var number: Int
  let part: ExcludedPart
  /// The reason that the file gives for the exclusion.
  package let reason: String
  /// The position of the row in the assumptions file.
  package let position: SourcePosition

  /// The providers that the row names; nil if the row names no provider.
  var providers: ProviderPattern? {
    switch part {
    case .attempts(_, _, let providers): providers
    case .foreignSubjects(let providers): providers
    case .inputs: nil
    }
  }

  /// Returns the fact of the input that the row limits, and the values that the row permits.
  ///
  /// The result is nil if the row limits no input that the policy declares.
  func limitedInput(of policy: CompiledPolicy) -> (fact: Int, values: ValueSet)? {
    guard case .inputs(let name, let values) = part else { return nil }
    let inputs = zip(policy.vocabulary.schema.inputs, policy.document.inputs)
    guard let (fact, input) = inputs.first(where: { $0.1.name.value == Name(name.value) }) else {
      return nil
    }
    let left = values.compactMap { value in
      input.values.firstIndex { $0.value == Name(value.value) }
    }
    return (fact, ValueSet(left))
  }

  /// Returns whether the row excludes an attempt.
  ///
  /// - Parameters:
  ///   - actor: the actor who would make the attempt.
  ///   - action: the name of the attempt's action.
  ///   - provider: the id of the provider that the attempt uses or names; nil for an attempt without a provider.
  /// - Returns: true if the row excludes the attempt.
  func leavesOut(_ actor: Actor, action: Name, provider: String?) -> Bool {
    guard case .attempts(let excluded, let by, let providers) = part, by ?? actor == actor,
      Name(excluded.value) == action
    else { return false }
    guard let providers else { return true }
    return provider.map { providers.matches($0) } ?? false
  }

  /// Returns whether the row states that one honest party runs two providers of one issuer.
  func joins(_ provider: String, _ other: String) -> Bool {
    switch part {
    case .attempts, .inputs: false
    case .foreignSubjects(let providers): providers.matches(provider) && providers.matches(other)
    }
  }

  /// Returns whether the row can apply to a provider; a row that names no provider applies to all.
  func isAbout(_ provider: String) -> Bool { providers?.matches(provider) ?? true }

  /// The exclusion as a sentence, such as `nobody attempts unlink`.
  package var statement: String {
    switch part {
    case .attempts(let action, let actor, let providers):
      (actor.map { $0.name + " does not attempt " } ?? "nobody attempts ") + action.value
        + (providers.map { " with " + $0.text } ?? "")
    case .foreignSubjects(let providers):
      "nobody is asserted as another's subject by " + providers.text
    case .inputs(let name, let values):
      "the input " + name.value + " is " + values.map { $0.value }.joined(separator: " or ")
    }
  }

  /// Returns a finding for each provider, action, input or value that the row names but the policy does not declare.
  func findings(about policy: CompiledPolicy) -> [Diagnostic] {
    let findings = providers?.findings(about: policy) ?? []
    if case .inputs(let name, let values) = part {
      return Self.findings(about: name, values, under: policy)
    }
    guard case .attempts(let action, _, _) = part else { return findings }
    let actions = policy.vocabulary.actions.map { $0.name }
    guard !actions.contains(Name(action.value)) else { return findings }
    let near = Name.nearest(Name(action.value), to: actions)
    return findings + [
      Diagnostic(
        .unknownName, .error, "policy `\(policy.name)` has no action `\(action.value)`",
        at: action.position,
        help: near.map { "did you mean `\($0.text)`?" }
          ?? "the actions are " + actions.map { $0.text }.joined(separator: ", "))
    ]
  }

  /// Returns one finding if the policy does not declare the input, otherwise a finding for each undeclared value.
  private static func findings(
    about name: Located<String>, _ values: [Located<String>], under policy: CompiledPolicy
  ) -> [Diagnostic] {
    func unknown(_ what: String, _ word: Located<String>, among known: [Name]) -> Diagnostic {
      let near = Name.nearest(Name(word.value), to: known)
      return Diagnostic(
        .unknownName, .error,
        "policy `\(policy.name)` declares no \(what) `\(word.value)`", at: word.position,
        help: near.map { "did you mean `\($0.text)`?" }
          ?? "it declares "
          + (known.isEmpty ? "none" : known.map { $0.text }.joined(separator: ", "))
      )
    }
    let inputs = policy.document.inputs
    guard let input = inputs.first(where: { $0.name.value == Name(name.value) }) else {
      return [unknown("input", name, among: inputs.map { $0.name.value })]
    }
    let known = input.values.map { $0.value }
    return values.filter { !known.contains(Name($0.value)) }.map {
      unknown("value of the input `\(name.value)`,", $0, among: known)
    }
  }
}

/// A row of the assumptions that declares different addresses to be one mailbox.
struct SharedMailbox: Sendable {
  /// A difference, between the local parts of two addresses, that a mail provider ignores.
  enum Ignored: String, Sendable, CaseIterable {
    /// Dots, as in `a.da` and `ada`.
    case dots
    /// A plus sign and the text after it, as in `ada+shop` and `ada`.
    case plusTags = "plus-tags"
  }

  /// The domain at which the row declares addresses to be one mailbox.
  var domain = Located("")
  /// The further domains at which a local part names the same mailbox as at `domain`.
  var also: [Located<String>] = []
  var ignored: [Ignored] = []
  /// The position of the row in the assumptions file.
  var position = SourcePosition(line: 1, column: 1)

  /// All domains that the row names.
  var domains: [String] { [domain.value] + also.map { $0.value } }
}

extension [SharedMailbox] {
  /// Returns the rows that apply to the mailboxes of a domain.
  ///
  /// A row about another domain also applies if a row declares that the two domains share their mailboxes.
  private func rows(about domain: String) -> [SharedMailbox] {
    var known = [domain]
    var found: [Int] = []
    while let next = indices.first(where: { index in
      !found.contains(index)
        && self[index].domains.contains { one in known.contains { $0.hasSameBytes(as: one) } }
    }) {
      found.append(next)
      known += self[next].domains
    }
    return found.sorted().map { self[$0] }
  }

  /// Returns a domain, and the domains that share their mailboxes with it.
  func sharing(_ domain: String) -> [String] {
    [domain] + rows(about: domain).flatMap { $0.domains }
  }

  /// Returns the differences that the mail provider of a domain ignores between local parts.
  func ignored(at domain: String) -> Set<SharedMailbox.Ignored> {
    rows(about: domain).reduce(into: []) { $0.formUnion($1.ignored) }
  }

  /// Returns whether addresses with equal local parts at two domains belong to one mailbox.
  func areOne(_ domain: String, _ other: String) -> Bool {
    domain.hasSameBytes(as: other)
      || rows(about: domain).contains { $0.domains.contains { $0.hasSameBytes(as: other) } }
  }
}

/// The providers of a row of the assumptions: ids, or families that end in `*`.
struct ProviderPattern: Sendable {
  /// The provider ids and families, as the file writes them.
  let words: [Located<String>]

  /// Returns whether an id or a family of the pattern matches a provider, as `saml.*` matches `saml.acme`.
  func matches(_ provider: String) -> Bool {
    words.contains { Self.matches($0.value, provider) }
  }

  private static func matches(_ pattern: String, _ provider: String) -> Bool {
    guard pattern.hasSuffix("*") else { return pattern.hasSameBytes(as: provider) }
    let prefix = pattern.utf8.dropLast()
    return provider.utf8.count > prefix.count
      && provider.utf8.prefix(prefix.count).elementsEqual(prefix)
  }

  /// Returns a finding for each id or family that the policy does not declare.
  func findings(about policy: CompiledPolicy) -> [Diagnostic] {
    let table = policy.vocabulary.providers
    var count = 0
    return words.compactMap { word in
      let isKnown =
        table.provider(of: word.value) != nil
        || table.providers.contains { $0.id == Name(word.value) }
      guard !isKnown else { return nil }
      count += 1
      // A search for each of many unknown providers takes too long.
      let near =
        count <= 100 ? Name.nearest(Name(word.value), to: table.providers.map { $0.id }) : nil
      return Diagnostic(
        .unknownName, .error,
        "policy `\(policy.name)` declares no provider `\(word.value)`", at: word.position,
        help: near.map { "did you mean `\($0.text)`?" }
          ?? "name one that it declares, or leave the row out")
    }
  }

  /// The provider ids of the pattern, without the families.
  ///
  /// Each id names a declared provider or a member of a family.
  var ids: [String] { words.map { $0.value }.filter { !$0.hasSuffix("*") } }

  /// The ids and families for a sentence, such as `google.com or saml.*`.
  var text: String { words.map { $0.value }.joined(separator: " or ") }
}
