internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration

/// The identity providers of two policies, with one joint value for each provider or family that
/// either policy declares.
///
/// A provider that only one policy declares has no number in the other policy.
struct JointProviders {
  let values: [JointVocabulary.JointValue]
  /// Whether both policies require consent for the same providers.
  let haveSameConsent: Bool

  /// Joins the providers of two policies.
  ///
  /// - Parameters:
  ///   - vocabularies: the declarations of the old and the new policy.
  ///   - leftOut: the providers that get no joint value, by the names that conditions use.
  init(_ vocabularies: Sides<Vocabulary>, leavingOut leftOut: Set<Name>) {
    let tables = Sides { vocabularies[$0].providers }
    var values: [JointVocabulary.JointValue] = []
    let joined = ProviderTable(joining: Side.allCases.map { tables[$0] })
    for (place, provider) in joined.providers.enumerated()
    where !leftOut.contains(provider.word)
      && !values.contains(where: { $0.name == provider.word })
    {
      let example = joined.example(of: place)
      values.append(
        JointVocabulary.JointValue(
          name: provider.word, own: Sides { tables[$0].value(of: example) ?? -1 }))
    }
    haveSameConsent = values.allSatisfy { value in
      // A provider that only one policy declares cannot affect the fact `relay` in the other policy.
      value.own.old < 0 || value.own.new < 0
        || tables.old.providers[value.own.old].requiresConsent
          == tables.new.providers[value.own.new].requiresConsent
    }
    values.append(JointVocabulary.JointValue(name: "none", own: Sides { tables[$0].none }))
    self.values = Self.distinct(values)
  }

  /// Returns the values without duplicates; two joint values are duplicates if each policy gives both the same number.
  private static func distinct(
    _ values: [JointVocabulary.JointValue]
  ) -> [JointVocabulary.JointValue] {
    var seen: Set<Sides<Int>> = []
    return values.filter { seen.insert($0.own).inserted }
  }
}

/// The e-mail domains of two policies; domains in the same domain sets of both policies share a joint value.
struct JointDomains {
  let values: [JointVocabulary.JointValue]
  /// Whether both policies treat the same domains as relays.
  let haveSameRelays: Bool

  init(_ sources: Sides<JointVocabulary.JointSource>) {
    let vocabularies = Sides { sources[$0].vocabulary }
    let fact = EngineFact.domain.rawValue
    var atoms = JointAtoms(Sides { vocabularies[$0].schema.facts[fact].values })
    // Looks up the domain itself, because an address at a long domain can exceed the maximum length.
    func value(of domain: String, _ side: Side) -> Int {
      vocabularies[side].domains.value(of: domain.utf8Span.span, from: 0)
    }
    func add(_ domain: String, _ example: Name) {
      atoms.add(Sides { value(of: domain, $0) }, example: example)
    }
    let names = Side.allCases.flatMap { sources[$0].domainNames }
    // The comparison of domains ignores case.
    let listed = Set(names.map { Name($0.text.lowercased()) })
    for name in names {
      // A subdomain of a longer pattern belongs only to the longer pattern. The example for a pattern therefore has a
      // label that no policy lists.
      let isPattern = DomainTable.isPattern(name)
      let suffix = String(name.text.dropFirst())
      add(isPattern ? Self.unlisted("linkpolicy-example", suffix, in: listed) : name.text, name)
    }
    let others = (0...names.count).lazy.map { Self.numbered("linkpolicy-example.invalid", $0) }
    let unlisted = others.first { domain in
      Side.allCases.allSatisfy { value(of: domain, $0) == vocabularies[$0].domains.other }
    }
    guard let unlisted else {
      preconditionFailure(
        "there are more candidates than listed names and patterns")
    }
    add(unlisted, "other")
    atoms.add(Sides { vocabularies[$0].domains.absent }, example: "absent")
    values = atoms.values
    haveSameRelays = values.allSatisfy { value in
      vocabularies.old.domains.relays.contains(value.own.old)
        == vocabularies.new.domains.relays.contains(value.own.new)
    }
  }

  /// Returns a domain that no policy lists; the domain consists of one label and a suffix.
  ///
  /// The function tries more candidates than there are listed names, so at least one candidate is unlisted.
  private static func unlisted(_ label: String, _ suffix: String, in listed: Set<Name>) -> String {
    let domains = (0...listed.count).lazy.map { Self.numbered(label, $0) + suffix }
    guard let domain = domains.first(where: { !listed.contains(Name($0)) }) else {
      preconditionFailure("there are more candidates than listed domains")
    }
    return domain
  }

  private static func numbered(_ text: String, _ number: Int) -> String {
    number == 0 ? text : text + "-" + String(number)
  }
}
