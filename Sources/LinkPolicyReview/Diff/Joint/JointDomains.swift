internal import LinkPolicy
internal import LinkPolicyAuthoring

/// The e-mail domains of two policies, joined by which set each puts them into.
struct JointDomains {
  let values: [JointVocabulary.Value]
  /// Whether the same domains are relays.
  let haveSameRelays: Bool

  init(_ policies: Sides<CompiledPolicy>) {
    let vocabularies = Sides { policies[$0].vocabulary }
    let fact = EngineFact.domain.rawValue
    var atoms = JointAtoms(Sides { vocabularies[$0].schema.facts[fact].values })
    // By the domain alone: at a long one there is no address but the shortest, and it is compared all the same.
    func value(of domain: String, _ side: Side) -> Int {
      vocabularies[side].domains.value(of: domain.utf8Span.span, from: 0)
    }
    func add(_ domain: String, _ example: Name) {
      atoms.add(Sides { value(of: domain, $0) }, example: example)
    }
    let names = Self.names(policies)
    let listed = Set(names)
    for name in names {
      // What lies below a longer pattern stands for that; what lies below this one alone has a label that nobody lists there.
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
        "each name or pattern takes one of these last labels, of which there are more")
    }
    add(unlisted, "other")
    atoms.add(Sides { vocabularies[$0].domains.absent }, example: "absent")
    values = atoms.values
    haveSameRelays = values.allSatisfy { value in
      vocabularies.old.domains.relays.contains(value.own.old)
        == vocabularies.new.domains.relays.contains(value.own.new)
    }
  }

  /// Everything that either policy lists, and what it lists as another name of that.
  private static func names(_ policies: Sides<CompiledPolicy>) -> [Name] {
    Side.allCases.flatMap { side in
      let document = policies[side].document
      return document.domains.flatMap { $0.domains }.map { $0.value }
        + document.addresses.aliases.map { $0.alias.value }
    }
  }

  /// A domain of one label and a suffix that is not listed: of as many labels as there are names and one, one is not.
  private static func unlisted(_ label: String, _ suffix: String, in listed: Set<Name>) -> String {
    let domains = (0...listed.count).lazy.map { Self.numbered(label, $0) + suffix }
    guard let domain = domains.first(where: { !listed.contains(Name($0)) }) else {
      preconditionFailure("more domains are tried than are listed")
    }
    return domain
  }

  private static func numbered(_ text: String, _ number: Int) -> String {
    number == 0 ? text : text + "-" + String(number)
  }
}
