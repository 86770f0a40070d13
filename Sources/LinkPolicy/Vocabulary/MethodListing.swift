/// Which methods of an account `tell: methods` lists, and in what order.
package struct MethodListing: Sendable, Equatable {
  /// Those of these kinds.
  package let kinds: MethodKindSet
  package let order: ListingOrder

  package init(kinds: MethodKindSet, order: ListingOrder) {
    self.kinds = kinds
    self.order = order
  }
}

extension Vocabulary {
  /// The methods of an account that may be told of: those that are listed by the policy's choice and
  /// order; one that is superseded never is.
  func listed(_ methods: [Method]) -> [Method] {
    let told = methods.filter { !$0.isSuperseded && listing.kinds.contains($0.closedKind) }
    switch listing.order {
    case .added: return told
    case .provider: return byProvider(told)
    }
  }

  private func byProvider(_ methods: [Method]) -> [Method] {
    var result: [Method] = []
    for (index, first) in methods.enumerated() {
      func isSame(_ other: Method) -> Bool { other.provider.hasSameBytes(as: first.provider) }
      guard !methods[..<index].contains(where: isSame) else { continue }
      let group = methods[index...].filter(isSame)
      let kinds = providers.provider(of: first.provider)?.kinds ?? []
      for kind in kinds {
        result += group.filter { $0.closedKind == kind }
      }
      // What the provider does not offer any more comes last.
      result += group.filter { !kinds.contains($0.closedKind) }
    }
    return result
  }
}
