internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Descriptions of conditions; two conditions with equal meanings have equal descriptions.
enum PolicyWords {
  /// Returns a condition in the syntax of a policy, with sorted values.
  static func condition(_ condition: Condition) -> String {
    let list = text(condition.values.map { $0.value }.sorted())
    let value = condition.values.count == 1 ? list : "[" + list + "]"
    return condition.fact.value.text + ": " + (condition.isNegated ? "{not: " + value + "}" : value)
  }

  /// Returns, as text, the conditions under which an attempt proves its address under a policy.
  ///
  /// The description spells out the domains, claim words and derived facts on which the conditions depend. The
  /// description also states the defaults of the settings and inputs that the conditions test.
  static func proof(_ policy: CompiledPolicy) -> String {
    let schema = policy.vocabulary.schema
    var parts = sorted(
      zip(policy.document.proof, policy.storage.proof).map { declared, resolved in
        condition(declared) + details(of: resolved, in: policy)
      })
    let tested = ValueSet(policy.withDerived(policy.storage.proof).map { $0.fact })
    for fact in schema.settings.lowerBound..<schema.inputs.upperBound where tested.contains(fact) {
      let usual = schema.facts[fact].values[0].text
      parts.append(schema.facts[fact].name.text + " is " + usual + " by default")
    }
    return parts.joined(separator: ", ")
  }

  /// Returns a condition as text, with everything in the policy on which the meaning of the condition depends.
  ///
  /// The description expands groups into values. The description also spells out the declarations on which the
  /// condition depends, such as domain sets, claim words and derived facts.
  static func meaning(_ condition: ResolvedCondition, _ policy: CompiledPolicy) -> String {
    policy.vocabulary.schema.facts[condition.fact].name.text + ": ["
      + text(values(of: condition, in: policy)) + "]" + details(of: condition, in: policy)
  }

  private static func values(
    of condition: ResolvedCondition, in policy: CompiledPolicy
  ) -> [Name] {
    let fact = policy.vocabulary.schema.facts[condition.fact]
    return condition.values.values.map { fact.values[$0] }.sorted()
  }

  /// Returns the declarations that determine which attempts meet a condition.
  private static func details(
    of condition: ResolvedCondition, in policy: CompiledPolicy
  ) -> String {
    let document = policy.document
    let fact = policy.vocabulary.schema.facts[condition.fact]
    let values = values(of: condition, in: policy)
    var words = ""
    if condition.fact == EngineFact.domain.rawValue {
      words += domains(of: values, in: document)
    }
    if condition.fact == EngineFact.relay.rawValue {
      let relays = document.domains.filter { $0.isRelay }.flatMap { $0.domains }
      let asked = document.providers.filter { $0.requiresConsent }.map { $0.id.value }
      words += " {" + text(relays.map { $0.value }.sorted()) + "; consent "
      words += text(asked.sorted()) + "}"
    }
    if condition.fact == EngineFact.methods.rawValue {
      words += " {" + text(policy.vocabulary.countedKinds.kinds.map { $0.name }) + "}"
    }
    // The claim value `other` depends on the JSON values of every word.
    let isOther = values.contains("other")
    for claim in document.claims where fact.name.text == "claim." + claim.name.value.text {
      for word in claim.words where isOther || values.contains(word.name.value) {
        let listed = word.values.map { $0.value.typedWord }.sorted()
        words += " {" + word.name.value.text + " is " + listed.joined(separator: ", ") + "}"
      }
    }
    if let derived = policy.storage.facts.first(where: { $0.fact == condition.fact }) {
      let rows = derived.rows.map { row in
        " {" + fact.values[row.value].text + " where "
          + sorted(row.conditions.map { meaning($0, policy) }).joined(separator: ", ") + "}"
      }
      // Without `hit: first`, the order of the rows changes nothing.
      words += (derived.hit == .first ? rows : sorted(rows)).joined()
    }
    return words
  }

  /// Returns the domains that determine whether the fact `domain` has one of the given values.
  private static func domains(of values: [Name], in document: PolicyDocument) -> String {
    func listed(inSets areGiven: Bool) -> [Name] {
      document.domains.filter { values.contains($0.name.value) == areGiven }
        .flatMap { $0.domains.map { $0.value.lowercased } }.sorted()
    }
    let inside = listed(inSets: true)
    let isOther = values.contains("other")
    // A listed domain of another set takes precedence over a shorter pattern, and no listed domain has the value
    // `other`.
    let outside = listed(inSets: false).filter { domain in
      isOther
        || inside.contains { pattern in
          DomainTable.isPattern(pattern)
            && domain.bytes.reversed().starts(with: pattern.bytes.dropFirst().reversed())
        }
    }
    return (inside.isEmpty ? "" : " {" + text(inside) + "}")
      + (outside.isEmpty ? "" : " {not " + text(outside) + "}")
  }

  private static func text(_ names: [Name]) -> String {
    names.map { $0.text }.joined(separator: ", ")
  }

  private static func sorted(_ words: [String]) -> [String] {
    words.sorted { Name($0) < Name($1) }
  }
}

/// The rule by which a policy compares the subjects of a provider.
enum SubjectComparison: String {
  /// The policy compares subjects byte by byte.
  case exact
  /// The policy compares subjects without regard to the case of ASCII letters.
  case folded
}
