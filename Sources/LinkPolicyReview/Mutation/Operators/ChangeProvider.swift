internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Changes what is known of a provider: consent, kinds, what it gives, the case of its addresses.
struct ChangeProvider: MutationOperator {
  let name = "provider-changed"
  let summary = "changes a provider's consent, kinds, gifts or case"

  func mutants(of source: MutationSource) -> [Mutant] {
    source.document.providers.indices.flatMap { index in
      consent(source, index) + kinds(source, index) + gifts(source, index)
        + letterCase(source, index)
    }
  }

  private func mutant(
    _ source: MutationSource, _ index: Int, _ detail: String, _ reading: ReadingChange,
    _ edit: (inout ProviderDeclaration) -> Void
  ) -> Mutant {
    var document = source.document
    edit(&document.providers[index])
    let provider = source.document.providers[index]
    return Mutant(
      operation: name, row: nil, subject: "providers/" + provider.id.value.text, detail: detail,
      position: provider.id.position, part: reading.part, overriding: nil, reading: reading,
      variants: [.init(document: document, summary: detail)])
  }

  private func consent(_ source: MutationSource, _ index: Int) -> [Mutant] {
    let isRequired = source.document.providers[index].requiresConsent
    return [
      mutant(
        source, index, isRequired ? "consent not required" : "consent required",
        .relay(domains: [], provider: index)
      ) { $0.requiresConsent.toggle() }
    ]
  }

  private func kinds(_ source: MutationSource, _ index: Int) -> [Mutant] {
    let kinds = source.document.providers[index].kinds
    guard kinds.count > 1 else { return [] }
    var mutants = kinds.indices.map { place in
      mutant(
        source, index, "without kind " + kinds[place].value.text, .provider(index)
      ) { $0.kinds.remove(at: place) }
    }
    mutants.append(
      mutant(source, index, kinds[1].value.text + " by default", .provider(index)) {
        $0.kinds.swapAt(0, 1)
      })
    return mutants
  }

  private static var allGifts: [Name] { ["email", "name", "name-once", "photo"] }

  private func gifts(_ source: MutationSource, _ index: Int) -> [Mutant] {
    let provider = source.document.providers[index]
    let given = provider.gives?.map { $0.value } ?? Self.allGifts.filter { $0 != "name-once" }
    return Self.allGifts.map { gift in
      let isGiven = given.contains(gift)
      return mutant(
        source, index, (isGiven ? "does not give " : "gives ") + gift.text,
        gift == "email" ? .email(provider: index) : .profile(provider: index)
      ) {
        $0.gives = (isGiven ? given.filter { $0 != gift } : given + [gift]).map { Located($0) }
      }
    }
  }

  private func letterCase(_ source: MutationSource, _ index: Int) -> [Mutant] {
    let keeps = source.document.providers[index].keepsCase
    return [
      mutant(source, index, keeps ? "folds case" : "keeps case", .letterCase(provider: index)) {
        $0.keepsCase.toggle()
      }
    ]
  }
}

extension ReadingChange {
  /// What has to be compiled again for it.
  fileprivate var part: PolicyEditor.Part {
    switch self {
    case .profile, .letterCase: .readings
    default: .everything
    }
  }
}
