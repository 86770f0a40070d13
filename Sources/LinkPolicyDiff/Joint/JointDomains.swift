internal import LinkPolicy
internal import LinkPolicyAnalysis

/// The e-mail domains of two policies, joined by which set each puts them into.
struct JointDomains {
  let values: [JointVocabulary.Value]
  /// Whether the same domains are relays.
  let haveSameRelays: Bool

  init(_ policies: Sides<CompiledPolicy>) {
    let vocabularies = Sides { policies[$0].vocabulary }
    let fact = EngineFact.domain.rawValue
    var atoms = JointAtoms(Sides { vocabularies[$0].schema.facts[fact].values })
    func add(_ domain: String, _ example: Name) {
      let address = "a@" + domain
      guard let old = try? vocabularies.old.domain(of: address),
        let new = try? vocabularies.new.domain(of: address)
      else { return }
      atoms.add(Sides(old: old, new: new), example: example)
    }
    let names = Self.names(policies)
    let listed = Set(names)
    for name in names {
      // What lies below a longer pattern stands for that; what lies below this one alone has a label that nobody lists there.
      let isPattern = DomainTable.isPattern(name)
      let suffix = String(name.text.dropFirst())
      add(isPattern ? Self.unlisted("linkpolicy-example", suffix, in: listed) : name.text, name)
    }
    // Of so many last labels one at least has no name and no pattern.
    let others = (0...names.count).map { Self.numbered("linkpolicy-example.invalid", $0) }
    let isOther = { (domain: String, side: Side) -> Bool in
      let vocabulary = vocabularies[side]
      return (try? vocabulary.domain(of: "a@" + domain)) == vocabulary.domains.other
    }
    if let other = others.first(where: { isOther($0, .old) && isOther($0, .new) }) {
      add(other, "other")
    }
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
    return domains.first { !listed.contains(Name($0)) } ?? label + suffix
  }

  private static func numbered(_ text: String, _ number: Int) -> String {
    number == 0 ? text : text + "-" + String(number)
  }
}
