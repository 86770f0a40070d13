internal import LinkPolicy
internal import LinkPolicyAuthoring

extension Sides<CompiledPolicy> {
  /// How addresses can be written so that one policy takes them otherwise than the other.
  var spellings: [AddressSpelling] {
    let rules = Sides<AddressRules> { self[$0].document.addresses }
    var spellings: [AddressSpelling] = []
    let keepsCase = Sides<[Bool]> { side in
      self[side].vocabulary.providers.providers.map { $0.keepsCase }
    }
    if rules.old.foldsCase != rules.new.foldsCase || keepsCase.old != keepsCase.new {
      spellings.append(.capitals)
    }
    if rules.old.dropsDots != rules.new.dropsDots {
      spellings.append(.dots)
    }
    if rules.old.dropsPlusTag != rules.new.dropsPlusTag {
      spellings.append(.tag)
    }
    if rules.old.international != rules.new.international {
      spellings.append(.international)
    }
    for side in Side.allCases {
      for entry in rules[side].aliases
      where !rules[side.other].aliases.contains(where: {
        $0.alias.value == entry.alias.value && $0.domain.value == entry.domain.value
      }) {
        spellings.append(.domain(alias: entry.alias.value.text, domain: entry.domain.value.text))
      }
    }
    return spellings
  }
}
